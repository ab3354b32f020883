import type { ImportDetail } from '@/lib/contract/imports';
import { Section } from '../shell/page';
import { Num } from '../ui/number';
import { sampleLabels } from './labels';

const maxSquares = 60;
const maxNames = 20;
const squareHeight = 20;
const squareGap = 3;

/** One square per user up to `maxSquares`, otherwise a bar. */
export function MatchedUsersChart({ users }: { users: NonNullable<ImportDetail['users']> }) {
  const { matched, total, unmatched } = users;
  const known = matched !== null && total !== null && total > 0 && matched <= total;
  const withoutMatch = known ? total - matched : unmatched.length;
  return (
    <Section title={sampleLabels.users} count={sampleLabels.usersCount(matched, total)}>
      {known &&
        (total <= maxSquares ? (
          <UserSquares matched={matched} total={total} />
        ) : (
          <div
            role="img"
            aria-label={sampleLabels.usersChart(matched, total)}
            className="flex h-2 overflow-hidden rounded-[2px] bg-press"
          >
            <i className="block bg-accent-fill" style={{ width: `${(matched / total) * 100}%` }} />
          </div>
        ))}
      {withoutMatch > 0 && (
        <p className="mt-2 text-12 text-meta [overflow-wrap:anywhere]">
          {sampleLabels.withoutMatch(withoutMatch, unmatched.slice(0, maxNames), unmatched.length - maxNames)}
        </p>
      )}
    </Section>
  );
}

/** Two paths, because an element for each square would be up to a tenth of the page. */
function UserSquares({ matched, total }: { matched: number; total: number }) {
  const width = total <= 21 ? 13 : 10;
  const perRow = total <= 21 ? 21 : 26;
  const size = {
    width: Math.min(total, perRow) * (width + squareGap) - squareGap,
    height: Math.ceil(total / perRow) * (squareHeight + squareGap) - squareGap,
  };
  const pathOf = (from: number, to: number, inset: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const at = from + index;
      const x = (at % perRow) * (width + squareGap) + inset;
      const y = Math.floor(at / perRow) * (squareHeight + squareGap) + inset;
      const across = width - 2 * inset;
      return `M${x} ${y}h${across}v${squareHeight - 2 * inset}h${-across}z`;
    }).join('');
  return (
    <svg
      role="img"
      aria-label={sampleLabels.usersChart(matched, total)}
      {...size}
      viewBox={`0 0 ${size.width} ${size.height}`}
      strokeLinejoin="round"
      className="block h-auto max-w-full"
    >
      <path d={pathOf(0, matched, 1)} strokeWidth={2} className="fill-accent-fill stroke-accent-fill" />
      <path d={pathOf(matched, total, 0.5)} className="fill-press stroke-line-strong" />
    </svg>
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
