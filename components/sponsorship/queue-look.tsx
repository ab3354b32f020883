'use client';

import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import type { Queue, QueueItem } from '@/lib/contract/sponsorship';
import { StatusBadge } from '../status/status-badge';
import { ToolName } from '../ui/avatar';
import { Button } from '../ui/button';
import { DefinitionList, type Definition } from '../ui/definition-list';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { None } from '../ui/table';
import { Time } from '../ui/time';
import { askedWords } from './asked-words';
import { DecisionPanel } from './decision-panel';
import { EarlierDecisions } from './earlier-decisions';

/** One request beside the queue: everything that is known before deciding, and the decision itself. */
export function QueueLook({
  item,
  environment,
  queue,
  viewer,
  onClose,
}: {
  item: QueueItem;
  environment: Environment;
  queue: Pick<Queue, 'budget' | 'policy' | 'whoPays'>;
  viewer: { id: string; name: string; isAdmin: boolean };
  onClose: () => void;
}) {
  return (
    <aside
      aria-label="Quick look"
      className="flex min-h-0 w-90 flex-none flex-col border-s bg-sunken max-lg:fixed max-lg:end-0 max-lg:top-(--top) max-lg:bottom-0 max-lg:z-5 max-lg:shadow-lift max-md:hidden"
    >
      <div className="flex items-start gap-2 ps-6 pe-4 pt-5">
        <div className="min-w-0 flex-1">
          <h2 className="truncate" data-tip={item.username ?? undefined}>
            {item.username ?? 'Customer not told'}
          </h2>
          <p className="mono mt-0.5 truncate text-12 text-meta">{item.importId}</p>
        </div>
        <Button variant="ghost" size="sm" icon="x" iconOnly onClick={onClose} data-tip="Close quick look">
          Close quick look
        </Button>
      </div>
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-4"
        tabIndex={0}
        role="group"
        aria-label="Facts of the request"
      >
        <p className="mb-4 text-12 text-meta">
          {item.status === null ? (
            'No status told yet'
          ) : (
            <StatusBadge status={item.gone ? { ...item.status, family: 'gone' } : item.status} />
          )}
        </p>
        <DecisionPanel
          item={item}
          environment={environment}
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
        <EarlierDecisions item={item} environment={environment} />
      </div>
      <div className="flex gap-2 border-t px-6 py-3">
        <LinkButton href={envHref(`/imports/${encodeImportId(item.importId)}`, environment)}>
          Open the import <Kbd>Enter</Kbd>
        </LinkButton>
      </div>
    </aside>
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
            {askedWords(item)}
          </span>
        </>
      ),
    },
    { term: 'From', value: item.tool === null ? 'not told' : <ToolName name={item.tool} /> },
    { term: 'Records', value: item.records === null ? 'not told' : <Num value={item.records} /> },
    {
      term: 'Warnings',
      value:
        item.warnings === 0 ? (
          <None />
        ) : (
          <span className="inline-flex items-center gap-1.25">
            <Icon name="warning" size={13} className="text-turn" />
            <Num value={item.warnings} />
          </span>
        ),
    },
    {
      term: 'Users',
      value:
        item.usersTotal === null ? (
          'not told'
        ) : (
          <>
            <Num value={item.usersMatched ?? 0} /> of <Num value={item.usersTotal} /> matched
          </>
        ),
    },
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
