import type { AuditEntryView } from '@/lib/contract/audit';
import { Badge } from '../ui/badge';
import { Disclosure } from '../ui/disclosure';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { actionLabel } from './action-label';

export function AuditTable({ entries }: { entries: readonly AuditEntryView[] }) {
  return (
    <Table
      label="Audit entries"
      scrollLabel="Audit entries"
      variant="plain"
      widths={[70, 150, 200, 190, undefined]}
      className="min-w-200"
    >
      <TableHead>
        <Th num>Entry</Th>
        <Th>When</Th>
        <Th>Who</Th>
        <Th>What</Th>
        <Th>On what</Th>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <Tr key={entry.seq} data-action={entry.action} className="align-top">
            <Td num tone="meta">
              {entry.seq}
            </Td>
            <Td tone="ink-2">
              <Time at={entry.at} as="moment" />
            </Td>
            <Td>
              <span className="block truncate" data-tip={entry.actor}>
                {entry.actor}
              </span>
              {entry.address !== '' && <span className="mono block truncate text-12 text-meta">{entry.address}</span>}
            </Td>
            <Td>
              {entry.action.endsWith('.refused') ? (
                <span className="text-unkn">{actionLabel(entry.action)}</span>
              ) : (
                actionLabel(entry.action)
              )}
              {entry.environment === 'sandbox' && (
                <Badge tone="turn" size="sm" className="ms-2">
                  sandbox
                </Badge>
              )}
            </Td>
            <Td>
              <Disclosure summary={<span className="min-w-0 [overflow-wrap:anywhere]">{entry.subject}</span>}>
                <EntryDetails entry={entry} />
              </Disclosure>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function EntryDetails({ entry }: { entry: AuditEntryView }) {
  const facts = [
    ['Before', entry.before === null ? null : JSON.stringify(entry.before, null, 2)],
    ['After', entry.after === null ? null : JSON.stringify(entry.after, null, 2)],
    ['Action', entry.action],
    ['Request', entry.requestId],
    ['Hash', entry.hash],
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
