'use client';

import { useState } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { ImportDetail } from '@/lib/contract/imports';
import type { MonthBudget } from '@/lib/contract/policy';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { usualPath } from '@/lib/contract/status';
import { ApiProblem } from '@/lib/query/ask';
import { useFreshImport, useImport } from '@/lib/query/use-import';
import { DecisionPanel } from '../sponsorship/decision-panel';
import { StatusBadge } from '../status/status-badge';
import { ToolName } from '../ui/avatar';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { cx } from '../ui/cx';
import { FactRow } from '../ui/definition-list';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { Time, ZoneName } from '../ui/time';
import { TimelineRail } from './timeline-rail';
import { WarningGroups } from './warning-groups';

export function ImportView({
  initial,
  environment,
  item,
  budget,
  reasonRequired,
  whoPays,
  viewer,
}: {
  initial: ImportDetail;
  environment: Environment;
  item: QueueItem;
  budget: MonthBudget;
  reasonRequired: boolean;
  whoPays: 'partner' | 'customer';
  viewer: { id: string; name: string; mayDecide: boolean; isAdmin: boolean };
}) {
  const { row } = initial;
  const detail = useImport(environment, row.id, initial).data ?? initial;
  const fresh = useFreshImport(environment, row.id);
  const [asked, setAsked] = useState(false);
  const problem = fresh.error instanceof ApiProblem ? fresh.error.problem : (fresh.data?.problem ?? detail.problem);
  const now = detail.row;
  return (
    <>
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <h1 className="[overflow-wrap:anywhere]">{now.username ?? 'Customer not told'}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
            {now.status !== null && <StatusBadge status={now.gone ? { ...now.status, family: 'gone' } : now.status} />}
            <span className="flex items-center gap-1.5 text-12 text-meta">
              <Icon name="watch" size={14} /> Seen <Time at={now.seenAt} as="relative" />
            </span>
          </p>
        </div>
        <Button
          icon="refresh"
          busy={fresh.isPending}
          onClick={() => {
            setAsked(true);
            fresh.mutate();
          }}
        >
          Look again
        </Button>
        <CopyButton text={now.id} label="Copy the import’s identifier" variant="secondary">
          Copy id
        </CopyButton>
      </header>
      {asked && problem !== null && problem !== undefined && (
        <Notice tone="error" title={problem.title} className="mt-4" live>
          {problem.detail} What you see is the record, seen <Time at={now.seenAt} as="relative" />.
        </Notice>
      )}
      {now.gone && (
        <Notice tone="info" title="No longer available (cancelled, archived or unknown)" className="mt-4">
          The history stays. We have stopped asking; look again on demand.
        </Notice>
      )}
      <FactRow
        className="mt-5"
        items={[
          { term: 'From', value: now.tool === null ? 'not told' : <ToolName name={now.tool} /> },
          { term: 'Into', value: now.instanceUrl ?? 'not told' },
          { term: 'Family', value: now.family ?? 'not told' },
          { term: 'Created', value: now.createdAt === null ? 'not told' : <Time at={now.createdAt} /> },
          { term: 'Handled by', value: now.createdBy ?? 'not told' },
          { term: 'Import', value: <span className="font-mono text-12">{now.id}</span> },
        ]}
      />
      <section className="mt-5 flex items-start gap-3 border-s-2 border-s-accent bg-sunken p-3">
        <Icon name="next" size={16} className="mt-0.5 text-accent" />
        <p className="min-w-0 flex-1 text-14 text-ink-2">
          <b className="text-ink">Next step.</b> {detail.nextStep.say} {detail.nextStep.inside}
        </p>
        <CopyButton text={detail.nextStep.say} label="Copy the reply" variant="secondary">
          Copy reply
        </CopyButton>
      </section>
      <UsualPath detail={detail} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)_344px] items-start gap-12 max-lg:grid-cols-1 max-lg:gap-8">
        <div className="min-w-0 max-lg:order-2">
          <section aria-labelledby="timeline">
            <header className="flex flex-wrap items-baseline gap-3 border-b pb-2">
              <h2 id="timeline" className="flex-1">
                Timeline
              </h2>
              <span className="text-12 text-meta">
                ● exact moment &nbsp; ▨ somewhere in this span &nbsp; Times in <ZoneName at={now.seenAt} />
              </span>
            </header>
            <TimelineRail entries={detail.timeline} />
          </section>
          <WarningGroups warnings={detail.warnings} />
        </div>
        <aside className="grid gap-6 max-lg:order-1">
          <DecisionPanel
            item={{ ...item, decision: detail.decision, gone: now.gone }}
            environment={environment}
            budget={budget}
            reasonRequired={reasonRequired}
            whoPays={whoPays}
            viewer={viewer}
          />
          {detail.users !== null && (
            <section>
              <h2>
                Users matched{' '}
                <span className="font-normal text-meta">
                  {detail.users.matched ?? '?'} of {detail.users.total ?? '?'}
                </span>
              </h2>
              {detail.users.unmatched.length > 0 && (
                <p className="mt-1 text-12 text-meta">Without a match: {detail.users.unmatched.join(', ')}</p>
              )}
            </section>
          )}
          {detail.records.length > 0 && (
            <section>
              <h2>Records in the sample</h2>
              <dl className="mt-2 grid grid-cols-[1fr_auto] gap-y-1 text-13">
                {detail.records.map((record) => (
                  <div key={record.type} className="contents">
                    <dt>{record.type}</dt>
                    <dd className="text-end tabular-nums">{record.count}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
        </aside>
      </div>
    </>
  );
}

function UsualPath({ detail }: { detail: ImportDetail }) {
  const known = detail.row.status?.known;
  const at = usualPath.findIndex((status) => status === known);
  return (
    <section className="mt-6" aria-label="The usual path">
      <p className="mb-1.5 text-12 text-meta">The usual path, as a guide. The service promises no order.</p>
      <ol className="grid grid-cols-7 gap-1 text-12 max-md:grid-cols-1">
        {usualPath.map((status, index) => (
          <li
            key={status}
            aria-current={index === at ? 'step' : undefined}
            className={cx(
              'border-t-2 pt-1.5 max-md:border-t-0 max-md:border-s-2 max-md:ps-2 max-md:pt-0',
              index === at ? 'border-turn font-strong' : index < at ? 'border-accent-line text-ink-2' : 'text-meta',
            )}
          >
            {status}
          </li>
        ))}
      </ol>
    </section>
  );
}
