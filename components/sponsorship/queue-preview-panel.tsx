'use client';

import type { Queue, QueueItem } from '@/lib/contract/sponsorship';
import { importHref } from '../import/import-href';
import { StatusBadge } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { ToolName } from '../ui/avatar';
import { DefinitionList, type Definition } from '../ui/definition-list';
import { Kbd } from '../ui/kbd';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { MatchedUsers, WarningCount } from '../ui/sample-counts';
import { PreviewPanel } from '../ui/preview-panel';
import { Time } from '../ui/time';
import { requestSourceLabel } from './request-source-label';
import { DecisionPanel } from './decision-panel';
import { EarlierDecisions } from './earlier-decisions';

export function QueuePreviewPanel({
  item,
  queue,
  viewer,
  onClose,
}: {
  item: QueueItem;
  queue: Pick<Queue, 'budget' | 'policy' | 'whoPays'>;
  viewer: { id: string; name: string; isAdmin: boolean };
  onClose: () => void;
}) {
  const status = shownStatus(item);
  return (
    <PreviewPanel
      title={item.username}
      subtitle={<span className="mono">{item.importId}</span>}
      factsLabel="Facts of the request"
      onClose={onClose}
      actions={
        <LinkButton href={importHref(item.importId)}>
          Open the import <Kbd>Enter</Kbd>
        </LinkButton>
      }
    >
      <p className="mb-4 text-12 text-meta">
        {status === null ? 'No status told yet' : <StatusBadge status={status} />}
      </p>
      <DecisionPanel
        item={item}
        budget={queue.budget}
        reasonRequired={queue.policy.policy.reasonRequired}
        whoPays={queue.whoPays}
        viewer={{ ...viewer, mayDecide: true }}
      />
      {item.asked.message !== '' && (
        <blockquote className="mt-4 border-s-2 border-s-accent ps-3 text-13 text-ink-2">
          “{item.asked.message}”
        </blockquote>
      )}
      <DefinitionList termWidth="sm" className="mt-5" items={facts(item)} />
      <EarlierDecisions item={item} />
    </PreviewPanel>
  );
}

function facts(item: QueueItem): Definition[] {
  return [
    {
      term: 'Asked',
      value: (
        <>
          <Time at={item.askedAt} as="relative" />
          <span className={item.asked.verified ? 'block text-12 text-meta' : 'block text-12 text-turn'}>
            {requestSourceLabel(item)}
          </span>
        </>
      ),
    },
    { term: 'From', value: item.tool === null ? 'not told' : <ToolName name={item.tool} /> },
    { term: 'Records', value: item.records === null ? 'not told' : <Num value={item.records} /> },
    { term: 'Warnings', value: <WarningCount count={item.warnings} /> },
    { term: 'Users', value: <MatchedUsers matched={item.usersMatched} total={item.usersTotal} /> },
    {
      term: 'Policy',
      value: (
        <>
          {item.policy.short}
          <span className="block text-12 text-meta">{item.policy.says}</span>
        </>
      ),
    },
    { term: 'Seen', value: <Time at={item.seenAt} as="relative" /> },
  ];
}
