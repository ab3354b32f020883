import type { ReactNode } from 'react';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import type { Messages } from '@/lib/messages/messages';
import { summariseMoved } from '@/lib/messages/summarise-moved';

const maxTypes = 12;
const knownTypes = [
  ...(['activities', 'articles', 'attachments', 'categories', 'comments', 'companies', 'contacts'] as const),
  ...(['deals', 'images', 'notes', 'projects', 'tasks', 'tickets'] as const),
];

/** What the sample or the full migration moved, as far as it was reported in this status. */
export function MovedSummary({
  migration: { moved, situation },
  messages,
}: {
  migration: Pick<CustomerMigration, 'moved' | 'situation'>;
  messages: Messages;
}) {
  if (moved === null) return null;
  const byType = moved.records.toSorted((one, other) => other.count - one.count);
  const left = byType.length - maxTypes;
  const facts = summariseMoved(messages, moved);
  return (
    <section className="mt-10">
      <h2 className="text-20 font-strong">
        {messages.t(situation.claims.finished ? 'myMigration.moved.full' : 'myMigration.moved.sample')}
      </h2>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-x-6 gap-y-4 border-y py-4">
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} value={value} isTotal />
        ))}
        {byType.slice(0, maxTypes).map(({ type, count }) => (
          <Fact key={type} label={nameOfType(type, messages)} value={messages.format.number(count)} />
        ))}
      </dl>
      {left > 0 && (
        <p className="mt-2 text-14 text-meta">{messages.t('myMigration.moved.moreTypes', { count: left })}</p>
      )}
    </section>
  );
}

/** Types are the service's words; the usual ones are translated. */
function nameOfType(type: string, { t }: Messages): ReactNode {
  const known = knownTypes.find((key) => key === type.toLowerCase());
  return known === undefined ? <bdi>{type}</bdi> : t(`myMigration.moved.types.${known}`);
}

function Fact({ label, value, isTotal = false }: { label: ReactNode; value: string; isTotal?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-14 text-meta [overflow-wrap:anywhere] first-letter:uppercase">{label}</dt>
      <dd className={isTotal ? 'text-20 font-strong tabular-nums' : 'text-20 tabular-nums'}>{value}</dd>
    </div>
  );
}
