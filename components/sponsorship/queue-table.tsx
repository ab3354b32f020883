'use client';

import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { ToolName } from '../ui/avatar';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Icon } from '../ui/icon';
import { None, Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import type { QueueTab } from './queue-tab';

export function QueueTable({
  items,
  tab,
  at,
  environment,
  viewerId,
  picked,
  onPick,
  onSelect,
  onAsk,
}: {
  items: readonly QueueItem[];
  tab: QueueTab;
  at: number;
  environment: Environment;
  viewerId: string;
  picked: ReadonlySet<string>;
  onPick: (index: number) => void;
  onSelect: (item: QueueItem) => void;
  onAsk: (item: QueueItem, kind: 'accept' | 'reject') => void;
}) {
  return (
    <div className="relative overflow-x-auto">
      <Table label="Sponsorship queue" className="min-w-[960px]">
        <TableHead>
          {tab === 'waiting' && (
            <Th>
              <span className="sr-only">Select</span>
            </Th>
          )}
          <Th>Customer</Th>
          <Th>From</Th>
          <Th num>{tab === 'waiting' ? 'Waiting' : 'Since'}</Th>
          <Th num>Records</Th>
          <Th num>Warnings</Th>
          <Th num>Users</Th>
          <Th>Policy</Th>
          <Th>State</Th>
          {tab === 'waiting' && <Th>Decide</Th>}
        </TableHead>
        <TableBody>
          {items.map((item, index) => (
            <Tr
              key={item.importId}
              current={index === at}
              selected={picked.has(item.importId)}
              onClick={() => onPick(index)}
            >
              {tab === 'waiting' && (
                <Td>
                  <Checkbox
                    label={`Select ${item.username ?? item.importId}`}
                    hideLabel
                    checked={picked.has(item.importId)}
                    onChange={() => onSelect(item)}
                  />
                </Td>
              )}
              <Td>
                <TextLink href={envHref(`/imports/${encodeImportId(item.importId)}`, environment)}>
                  {item.username ?? item.importId}
                </TextLink>
              </Td>
              <Td>{item.tool === null ? <None /> : <ToolName name={item.tool} />}</Td>
              <Td num tone="meta">
                <Time at={item.askedAt} as="age" />
              </Td>
              <Td num>{item.records ?? <None />}</Td>
              <Td num>{item.warnings === 0 ? <None /> : item.warnings}</Td>
              <Td num>{item.usersTotal === null ? <None /> : `${item.usersMatched ?? 0} of ${item.usersTotal}`}</Td>
              <Td>
                <PolicyWords item={item} />
              </Td>
              <Td>
                <StateWords item={item} viewerId={viewerId} />
              </Td>
              {tab === 'waiting' && (
                <Td>
                  <span className="flex gap-1.5">
                    <Button
                      size="sm"
                      onClick={() => onAsk(item, 'accept')}
                      disabled={item.decision?.state === 'sending'}
                    >
                      Accept
                    </Button>
                    <Button
                      size="sm"
                      variant="ghost"
                      onClick={() => onAsk(item, 'reject')}
                      disabled={item.decision?.state === 'sending'}
                    >
                      Reject
                    </Button>
                  </span>
                </Td>
              )}
            </Tr>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function PolicyWords({ item }: { item: QueueItem }) {
  const icon = item.policy.needsSecond ? 'two' : item.policy.short === 'Within policy' ? 'check' : 'warning';
  return (
    <span className="inline-flex items-center gap-1.5" title={item.policy.says}>
      <Icon name={icon} size={14} className={item.policy.needsSecond ? 'text-turn' : 'text-meta'} />
      {item.policy.short}
    </span>
  );
}

function StateWords({ item, viewerId }: { item: QueueItem; viewerId: string }) {
  const { decision } = item;
  if (decision === null) {
    return item.asked.verified ? (
      <span className="text-ink-2">Undecided</span>
    ) : (
      <span className="text-turn">Not verified who asked</span>
    );
  }
  switch (decision.state) {
    case 'proposed':
      return decision.proposedBy?.id === viewerId ? (
        <span className="inline-flex items-center gap-1.5">
          <Icon name="lock" size={14} className="text-meta" /> Waits for someone else
        </span>
      ) : (
        <span className="inline-flex items-center gap-1.5 text-turn">
          <Icon name="two" size={14} /> Waits for your approval
        </span>
      );
    case 'approved':
      return <span className="text-ink-2">Waits to be sent</span>;
    case 'sending':
      return <span className="text-work">Sending</span>;
    case 'unknown':
      return (
        <Badge tone="unkn" size="sm" icon="help">
          Outcome unknown
        </Badge>
      );
    case 'confirmed':
      return <span className="text-done">{decision.kind === 'reject' ? 'Rejected' : 'Accepted'}</span>;
    case 'resolved':
      return (
        <span className="text-ink-2">
          {decision.resolution === 'settled_done' ? 'Settled: done' : 'Settled: not done'}
        </span>
      );
    case 'refused':
      return <span className="text-unkn">Refused</span>;
    case 'withdrawn':
      return <span className="text-ink-2">Undecided</span>;
  }
}
