import { eventName } from '@/lib/contract/event-names';
import type { Message, MessagesPageQuery } from '@/lib/contract/message-log';
import { queryHref } from '@/lib/contract/query-href';
import { Badge } from '../ui/badge';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { channelLabels, tableLabels as labels } from './labels';
import { MessageCustomerLink } from './message-customer-link';
import { MessageImportLink } from './message-import-link';
import { MessageStateText } from './message-state';

export function MessagesTable({ messages, at }: { messages: readonly Message[]; at: MessagesPageQuery }) {
  return (
    <Table
      label={labels.table}
      variant="plain"
      stack
      widths={[140, undefined, undefined, undefined]}
      className="[&_:is(th,td):first-child]:ps-2"
    >
      <TableHead>
        <Th>{labels.created}</Th>
        <Th>{labels.recipient}</Th>
        <Th>{labels.about}</Th>
        <Th>{labels.state}</Th>
      </TableHead>
      <TableBody>
        {messages.map((message) => (
          <Tr key={message.id} selected={message.id === at.message} className="align-top">
            <Td>
              <TextLink
                href={queryHref('/settings/messages', { ...at, message: message.id })}
                scroll={false}
                className="max-md:font-strong inline-block min-h-6 leading-6 max-md:-my-0.5"
              >
                <Time at={message.createdAt} as="moment" />
              </TextLink>
            </Td>
            <Td label={labels.recipient} className="[overflow-wrap:anywhere]">
              {message.audience === 'customer' && message.username !== null ? (
                <MessageCustomerLink environment={message.environment} username={message.username}>
                  {/* A message that was not sent may have no address. */}
                  {message.recipient || message.username}
                </MessageCustomerLink>
              ) : (
                <span className="block md:leading-6">{message.recipient}</span>
              )}
              {message.audience === 'staff' && (
                <span className="block text-12 text-meta">{message.rule?.name ?? channelLabels[message.channel]}</span>
              )}
            </Td>
            <Td label={labels.about}>
              <span className="block md:leading-6">{eventName(message.event)}</span>
              {message.event === 'digest' && (
                <span className="block text-12 text-meta [overflow-wrap:anywhere]">{message.subject}</span>
              )}
              {message.importId !== null && (
                <MessageImportLink environment={message.environment} importId={message.importId} />
              )}
              {message.environment === 'sandbox' && (
                <Badge tone="turn" size="row" className="ms-2">
                  {labels.sandbox}
                </Badge>
              )}
            </Td>
            <Td label={labels.state} className="[overflow-wrap:anywhere]">
              <span className="block md:leading-6">
                <MessageStateText state={message.state} />
              </span>
              {message.reason !== '' && <span className="block text-12 text-ink-2">{message.reason}</span>}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
