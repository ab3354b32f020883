'use client';

import type { Queue, QueueItem } from '@/lib/contract/sponsorship';
import { importHref } from '../import/import-href';
import { WarningCount } from '../imports/cursor-table';
import { StatusBadge } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { ToolName } from '../ui/avatar';
import { DefinitionList, type Definitions } from '../ui/definition-list';
import { Kbd } from '../ui/kbd';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { MatchedUsers, PreviewPanel } from '../ui/preview-panel';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { requestSourceLabel } from './request-source-label';
import { DecisionPanel } from './decision-panel';

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
        {status === null ? 'No status reported yet' : <StatusBadge status={status} />}
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

function facts(item: QueueItem): Definitions {
  return {
    Requested: (
      <>
        <Time at={item.askedAt} as="relative" />
        <span className={item.asked.verified ? 'block text-12 text-meta' : 'block text-12 text-turn'}>
          {requestSourceLabel(item)}
        </span>
      </>
    ),
    From: item.tool === null ? 'Unknown' : <ToolName name={item.tool} />,
    Records: item.records === null ? 'Unknown' : <Num value={item.records} />,
    Warnings: <WarningCount count={item.warnings} />,
    Users: <MatchedUsers matched={item.usersMatched} total={item.usersTotal} />,
    Policy: (
      <>
        {item.policy.short}
        <span className="block text-12 text-meta">{item.policy.says}</span>
      </>
    ),
    Seen: <Time at={item.seenAt} as="relative" />,
  };
}

/** Earlier decisions for this customer or e-mail domain. */
function EarlierDecisions({ item }: { item: QueueItem }) {
  return (
    <section aria-label="Earlier decisions">
      <h3 className="mt-5 mb-2 border-t pt-4">Earlier decisions</h3>
      {item.earlier.length === 0 ? (
        <p className="text-13 text-ink-2">None for this customer or their domain.</p>
      ) : (
        <ul className="grid gap-2">
          {item.earlier.map((earlier) => (
            <li key={`${earlier.importId} ${earlier.at}`} className="text-13">
              <span className="flex gap-2">
                <span className="min-w-0 flex-1 truncate">
                  {earlier.importId === null ? (
                    (earlier.username ?? 'Unknown customer')
                  ) : (
                    <TextLink href={importHref(earlier.importId)}>
                      {earlier.sameCustomer ? 'Same customer' : (earlier.username ?? earlier.importId)}
                    </TextLink>
                  )}
                </span>
                <Time at={earlier.at} as="date" className="text-12 text-meta" />
              </span>
              <span className="block text-12 text-meta">{earlierDecisionLabel(earlier)}</span>
            </li>
          ))}
        </ul>
      )}
      {item.earlierYear > 0 && (
        <p className="mt-2 text-12 text-meta">
          {item.earlierYear} sponsored this year for this customer or their domain.
        </p>
      )}
    </section>
  );
}

function earlierDecisionLabel({ kind, state }: QueueItem['earlier'][number]): string {
  const what = kind === 'reject' ? 'Rejection' : kind === 'accept' ? 'Acceptance' : 'Sponsored full migration';
  if (state === 'unknown') return `${what}, outcome unknown`;
  if (state === 'sending') return `${what}, being sent`;
  return kind === 'reject' ? 'Rejected' : 'Sponsored';
}
