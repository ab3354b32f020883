import type { ImportDetail } from '@/lib/contract/imports';
import { Section } from '../shell/page';
import { cx } from '../ui/cx';
import { Num } from '../ui/number';
import { sampleLabels } from './labels';

const maxSquares = 60;
const maxNames = 20;

/** One square per user up to `maxSquares`, otherwise a bar. */
export function MatchedUsersChart({ users }: { users: NonNullable<ImportDetail['users']> }) {
  const { matched, total, unmatched } = users;
  const known = matched !== null && total !== null && total > 0 && matched <= total;
  const withoutMatch = known ? total - matched : unmatched.length;
  return (
    <Section title={sampleLabels.users} count={sampleLabels.usersCount(matched, total)}>
      {known && (
        <div
          role="img"
          aria-label={sampleLabels.usersChart(matched, total)}
          className={cx(
            'flex',
            total <= maxSquares ? 'flex-wrap gap-0.75' : 'h-2 overflow-hidden rounded-[2px] bg-press',
          )}
        >
          {total <= maxSquares ? (
            Array.from({ length: total }, (_, at) => (
              <i
                key={at}
                className={cx(
                  'h-5 rounded-[2px]',
                  total <= 21 ? 'w-3.25' : 'w-2.5',
                  at < matched ? 'bg-accent-fill' : 'border border-line-strong bg-press',
                )}
              />
            ))
          ) : (
            <i className="block bg-accent-fill" style={{ width: `${(matched / total) * 100}%` }} />
          )}
        </div>
      )}
      {withoutMatch > 0 && (
        <p className="mt-2 text-12 text-meta [overflow-wrap:anywhere]">
          {sampleLabels.withoutMatch(withoutMatch, unmatched.slice(0, maxNames), unmatched.length - maxNames)}
        </p>
      )}
    </Section>
  );
}

/** In the order the service reports them. */
export function RecordChart({ records }: { records: ImportDetail['records'] }) {
  const total = records.reduce((sum, { count }) => sum + count, 0);
  const largest = Math.max(1, ...records.map(({ count }) => count));
  return (
    <Section title={sampleLabels.records} count={<Num value={total} />}>
      <dl className="grid grid-cols-[104px_minmax(0,1fr)_minmax(44px,auto)] gap-x-3 gap-y-2 text-13">
        {records.map(({ type, count }) => (
          <div key={type} className="contents">
            <dt className="truncate">{type.slice(0, 1).toUpperCase() + type.slice(1)}</dt>
            <dd aria-hidden className="self-center">
              <span
                className="block h-1 rounded-[1px] bg-chart-2"
                style={{ width: count === 0 ? 0 : `${Math.max(2, (count / largest) * 100)}%` }}
              />
            </dd>
            <dd className="text-end tabular-nums">
              <Num value={count} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
