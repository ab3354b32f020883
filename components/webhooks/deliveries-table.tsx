import type { Delivery, Verdict } from '@/lib/contract/webhooks';
import { importHref } from '../import/import-href';
import { toneText } from '../ui/badge';
import { Icon } from '../ui/icon';
import { None, Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { outcomeLabel, verdictLabels } from './verdict-labels';
import { webhooksHref } from './webhooks-href';

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
      label="Deliveries"
      scrollLabel="Deliveries"
      variant="plain"
      widths={[152, 142, 96, undefined, 52, 138]}
      className="min-w-200 [&_:is(th,td):first-child]:ps-2"
    >
      <TableHead>
        <Th>Received</Th>
        <Th>Verdict</Th>
        <Th>Import</Th>
        <Th>Status it tells</Th>
        <Th num>Times</Th>
        <Th>What became of it</Th>
      </TableHead>
      <TableBody>
        {deliveries.map((delivery) => (
          <Tr key={delivery.id} selected={delivery.id === openId}>
            <Td>
              <TextLink href={webhooksHref({ verdict, cursor, delivery: delivery.id })} scroll={false}>
                <Time at={delivery.receivedAt} as="moment" />
              </TextLink>
            </Td>
            <Td>
              <VerdictText verdict={delivery.verdict} />
            </Td>
            <Td>
              {delivery.importId === null ? (
                <None />
              ) : (
                <TextLink href={importHref(delivery.importId)} className="mono block min-h-6 truncate leading-6">
                  {delivery.importId}
                </TextLink>
              )}
            </Td>
            <Td tone="ink-2">
              {delivery.status === null ? (
                <None />
              ) : (
                <span className="block truncate" data-tip={delivery.status}>
                  {delivery.status}
                </span>
              )}
            </Td>
            <Td num tone="meta">
              {delivery.times}
            </Td>
            <Td tone="ink-2">{outcomeLabel(delivery)}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

export function VerdictText({ verdict }: { verdict: Verdict }) {
  const { text, icon, tone } = verdictLabels[verdict];
  return (
    <span className="inline-flex h-5 items-center gap-1.5 align-top">
      <Icon name={icon} size={14} className={toneText[tone]} />
      {text}
    </span>
  );
}
