import type { AuditEntryView } from '@/lib/contract/audit';
import { Badge } from '../ui/badge';
import { Disclosure } from '../ui/disclosure';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { AuditSubject } from './audit-subject';
import { actionLabel, auditTableLabels as labels } from './labels';

export function AuditTable({ entries }: { entries: readonly AuditEntryView[] }) {
  return (
    <Table label={labels.table} variant="plain" stack widths={[56, 136, undefined, 150, undefined]}>
      <TableHead>
        <Th num>{labels.entry}</Th>
        <Th>{labels.when}</Th>
        <Th>{labels.who}</Th>
        <Th>{labels.action}</Th>
        <Th>{labels.subject}</Th>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <Tr key={entry.seq} data-action={entry.action} className="align-top [&>td]:[overflow-wrap:anywhere]">
            <Td label={labels.entry} num tone="meta">
              {entry.seq}
            </Td>
            <Td label={labels.when} tone="ink-2">
              <Time at={entry.at} as="moment" />
            </Td>
            <Td label={labels.who}>
              <span className="block">{entry.actor ?? <Erased />}</span>
              {entry.address !== '' && (
                <span className="mono block text-12 text-meta">{entry.address ?? <Erased />}</span>
              )}
            </Td>
            <Td className="max-md:-order-1 max-md:font-strong">
              {entry.action.endsWith('.refused') ? (
                <span className="text-unkn">{actionLabel(entry.action)}</span>
              ) : (
                actionLabel(entry.action)
              )}
              {entry.environment === 'sandbox' && (
                <Badge tone="turn" size="sm" className="ms-2">
                  {labels.sandbox}
                </Badge>
              )}
            </Td>
            <Td label={labels.subject}>
              <span className="block">
                {entry.subject === null ? <Erased /> : <AuditSubject entry={toLinked(entry)} subject={entry.subject} />}
              </span>
              <Disclosure summary={<span className="text-meta">{labels.details}</span>}>
                <EntryDetails entry={entry} />
              </Disclosure>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

/** Only what the link needs is sent to the browser. */
function toLinked({ action, environment, isImport }: AuditEntryView) {
  return { action, environment, isImport };
}

function EntryDetails({ entry }: { entry: AuditEntryView }) {
  const facts = [
    [labels.before, describeValue(entry, 'before')],
    [labels.after, describeValue(entry, 'after')],
    [labels.name, entry.action],
    [labels.request, entry.requestId],
    [labels.hash, entry.hash],
  ] as const;
  return (
    <dl className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-3 gap-y-1.5 pb-2 text-12">
      {facts.map(
        ([term, value]) =>
          value !== null &&
          value !== undefined && (
            <div key={term} className="contents">
              <dt className="text-meta">{term}</dt>
              <dd className="mono [overflow-wrap:anywhere] whitespace-pre-wrap">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function describeValue(entry: AuditEntryView, field: 'before' | 'after') {
  if (entry.erased.includes(field)) return <Erased />;
  return entry[field] === null ? null : JSON.stringify(entry[field], null, 2);
}

function Erased() {
  return <span className="font-sans text-meta italic">{labels.erased}</span>;
}
