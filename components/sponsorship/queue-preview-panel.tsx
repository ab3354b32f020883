'use client';

import { useMemo } from 'react';
import type { Queue, QueueItem } from '@/lib/contract/sponsorship';
import { ProblemNotice } from '../ui/problem-notice';
import { useImportPreview } from '@/lib/query/use-import';
import { groupWarnings } from '../import/group-warnings';
import { importHref } from '../import/import-href';
import { WarningCount } from '../imports/cursor-row';
import { PreviewWarnings } from '../imports/preview-warnings';
import { CustomerLink } from '../shell/customer-link';
import { StatusBadge } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { ToolName } from '../ui/avatar';
import { DefinitionList, type Definitions } from '../ui/definition-list';
import { Kbd } from '../ui/kbd';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { MatchedUsers, PreviewPanel } from '../ui/preview-panel';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';
import { requestSourceLabel } from './request-source-label';
import { DecisionPanel } from './decision-panel';
import { previewLabels as labels } from './dialog-labels';
import { sponsorshipLabels } from './labels';

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
      factsLabel={labels.factsName}
      onClose={onClose}
      actions={
        <LinkButton href={importHref(item.importId)}>
          {labels.openImport} <Kbd>{sponsorshipLabels.enter}</Kbd>
        </LinkButton>
      }
    >
      <p className="mb-4 text-12 text-meta">{status === null ? labels.noStatus : <StatusBadge status={status} />}</p>
      <DecisionPanel
        item={item}
        budget={queue.budget}
        reasonRequired={queue.policy.policy.reasonRequired}
        whoPays={queue.whoPays}
        viewer={{ ...viewer, mayEdit: true, mayDecide: true }}
      />
      {item.asked.message !== '' && (
        <blockquote className="mt-4 border-s-2 border-s-accent ps-3 text-13 [overflow-wrap:anywhere] text-ink-2">
          {sponsorshipLabels.quote(item.asked.message)}
        </blockquote>
      )}
      <DefinitionList termWidth="sm" className="mt-5" items={facts(item)} />
      {item.warnings > 0 && <QueueWarnings importId={item.importId} />}
      <EarlierDecisions item={item} />
    </PreviewPanel>
  );
}

/** The queue has only their number. */
function QueueWarnings({ importId }: { importId: string }) {
  const { data, error } = useImportPreview(useEnvironment(), importId);
  const groups = useMemo(() => (data ? groupWarnings(data.warnings, data.warningRules) : []), [data]);
  if (error !== null) return <ProblemNotice error={error} className="mt-3" />;
  if (data === undefined) {
    return (
      <div className="mt-5 border-t pt-4">
        <LoadingNote>{labels.loadingWarnings}</LoadingNote>
        <Skeleton className="w-60" />
        <Skeleton className="mt-2 w-48" />
      </div>
    );
  }
  return <PreviewWarnings groups={groups} href={importHref(importId)} />;
}

function facts(item: QueueItem): Definitions {
  return {
    ...(item.username !== null && { [labels.customer]: <CustomerLink username={item.username} /> }),
    [labels.requested]: (
      <>
        <Time at={item.askedAt} as="relative" />
        <span className={item.asked.verified ? 'block text-12 text-meta' : 'block text-12 text-turn'}>
          {requestSourceLabel(item)}
        </span>
      </>
    ),
    [labels.from]: item.tool === null ? sponsorshipLabels.unknown : <ToolName name={item.tool} />,
    [labels.records]: item.records === null ? sponsorshipLabels.unknown : <Num value={item.records} />,
    [labels.warnings]: <WarningCount count={item.warnings} />,
    [labels.users]: <MatchedUsers matched={item.usersMatched} total={item.usersTotal} />,
    [labels.policy]: (
      <>
        {item.policy.short}
        <span className="block text-12 text-meta">{item.policy.explanation}</span>
      </>
    ),
    [labels.seen]: <Time at={item.seenAt} as="relative" />,
  };
}

/** Earlier decisions for this customer or e-mail domain. */
function EarlierDecisions({ item }: { item: QueueItem }) {
  return (
    <section aria-label={labels.earlier}>
      <h3 className="mt-5 mb-2 border-t pt-4">{labels.earlier}</h3>
      {item.earlier.length === 0 ? (
        <p className="text-13 text-ink-2">{labels.noEarlier}</p>
      ) : (
        <ul className="grid gap-2">
          {item.earlier.map((earlier) => (
            <li key={`${earlier.importId} ${earlier.at}`} className="text-13">
              <span className="flex gap-2">
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  {earlier.username === null ? (
                    sponsorshipLabels.unknownCustomer
                  ) : (
                    <CustomerLink username={earlier.username}>
                      {earlier.sameCustomer ? labels.sameCustomer : earlier.username}
                    </CustomerLink>
                  )}
                </span>
                <Time at={earlier.at} as="date" className="text-12 text-meta" />
              </span>
              <span className="flex flex-wrap gap-x-2 text-12 text-meta">
                {labels.earlierDecision(earlier.kind, earlier.state)}
                {earlier.importId !== null && (
                  <TextLink href={importHref(earlier.importId)} className="[overflow-wrap:anywhere]">
                    {labels.earlierImport(earlier.importId)}
                  </TextLink>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {item.earlierYear > 0 && <p className="mt-2 text-12 text-meta">{labels.sponsoredThisYear(item.earlierYear)}</p>}
    </section>
  );
}
