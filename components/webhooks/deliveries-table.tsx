import { queryHref } from '@/lib/contract/query-href';
import type { Delivery, Verdict } from '@/lib/contract/webhooks';
import { importHref } from '../import/import-href';
import { None, Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { deliveriesLabels as labels, outcomeLabel } from './labels';
import { VerdictText } from './verdict-text';

export function DeliveriesTable({
  deliveries,
  openId,
  verdict,
  cursor,
}: {
  deliveries: readonly Delivery[];
  openId: string | undefined;
  verdict: Verdict | undefined;
  cursor: string | undefined;
}) {
  return (
    <Table
      label={labels.table}
      variant="plain"
      stack
      widths={[148, 160, 120, undefined, 48, 136]}
      className="[&_:is(th,td):first-child]:ps-2"
    >
      <TableHead>
        <Th>{labels.received}</Th>
        <Th>{labels.verdict}</Th>
        <Th>{labels.import}</Th>
        <Th>{labels.status}</Th>
        <Th num>{labels.times}</Th>
        <Th>{labels.result}</Th>
      </TableHead>
      <TableBody>
        {deliveries.map((delivery) => (
          <Tr key={delivery.id} selected={delivery.id === openId}>
            <Td>
              <TextLink
                href={queryHref('/webhooks', { verdict, cursor, delivery: delivery.id })}
                scroll={false}
                className="max-md:font-strong"
              >
                <Time at={delivery.receivedAt} as="moment" />
              </TextLink>
            </Td>
            <Td label={labels.verdict}>
              <VerdictText verdict={delivery.verdict} />
            </Td>
            <Td label={labels.import}>
              {delivery.importId === null ? (
                <None />
              ) : (
                <TextLink
                  href={importHref(delivery.importId)}
                  className="mono [overflow-wrap:anywhere] inline-block min-h-6 leading-6 max-md:-my-0.5"
                >
                  {delivery.importId}
                </TextLink>
              )}
            </Td>
            <Td label={labels.status} tone="ink-2" className="[overflow-wrap:anywhere]">
              {delivery.status ?? <None />}
            </Td>
            <Td label={labels.times} num tone="meta">
              {delivery.times}
            </Td>
            <Td label={labels.result} tone="ink-2" className="[overflow-wrap:anywhere]">
              {outcomeLabel(delivery)}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
