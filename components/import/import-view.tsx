'use client';

import { type ReactNode, useState } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { ImportDetail, ImportRow } from '@/lib/contract/imports';
import { useImport, useRefreshImport } from '@/lib/query/use-import';
import { useImportSponsorship } from '@/lib/query/use-sponsorship';
import { Section } from '../shell/page';
import { DecisionPanel, type DecisionPanelProps } from '../sponsorship/decision-panel';
import { CopyButton } from '../ui/copy-button';
import { Disclosure } from '../ui/disclosure';
import { Icon } from '../ui/icon';
import { ProblemNotice } from '../ui/problem-notice';
import { Skeleton } from '../ui/skeleton';
import { Time, ZoneName } from '../ui/time';
import { ImportFacts, ImportHeader } from './import-header';
import { importLabels, nextStepLabels, sectionLabels } from './labels';
import { Notes } from './notes';
import { RecordChart, MatchedUsersChart } from './sample-charts';
import { Tags } from './tags';
import { TimelineLegend, TimelineRail } from './timeline-rail';
import { UsualPath } from './usual-path';
import { lazyComponent } from '../ui/lazy-component';

// Loaded on demand: most imports have no warnings, and few people open the links or the raw responses.
const WarningGroups = lazyComponent(() => import('./warning-groups').then((module) => module.WarningGroups));
const CustomerEmail = lazyComponent(
  () => import('./customer-email').then((module) => module.CustomerEmail),
  <Skeleton className="h-24 w-full" />,
);
const CustomerLinkList = lazyComponent(
  () => import('./customer-link-list').then((module) => module.CustomerLinkList),
  <Skeleton className="h-10 w-full" />,
);
const RawResponseList = lazyComponent(
  () => import('./raw-response-list').then((module) => module.RawResponseList),
  <Skeleton className="h-24 w-full" />,
);

export function ImportView({
  id,
  environment,
  viewer,
  whoPays,
  sendsEmails,
}: Pick<DecisionPanelProps, 'whoPays' | 'viewer'> & {
  id: string;
  environment: Environment;
  sendsEmails: boolean;
}) {
  const query = useImport(environment, id);
  const detail = query.data;
  const { item, ...policy } = useImportSponsorship(environment, id).data;
  const refresh = useRefreshImport(environment, id);
  const { row } = detail;
  return (
    <>
      <ImportHeader detail={detail} refresh={refresh} mayEdit={viewer.mayEdit} />
      {query.error !== null && (
        <div className="mt-4">
          <ProblemNotice error={query.error} />
          <p className="mt-1 text-12 text-meta">
            {importLabels.stale} <Time at={row.seenAt} as="relative" />.
          </p>
        </div>
      )}
      <Tags row={row} mayEdit={viewer.mayEdit} />
      <ImportFacts row={row} mayFillIn={viewer.mayEdit} />
      <NextStep step={detail.nextStep} />
      <UsualPath detail={detail} />
      {/* A long left column grows the second row only: nothing on the right moves down. */}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)_344px] grid-rows-[auto_1fr] items-start gap-x-12 gap-y-6 max-lg:grid-cols-1 max-lg:grid-rows-none">
        <div className="max-lg:order-1 lg:col-start-2 lg:row-start-1">
          <DecisionPanel
            item={{ ...item, decision: detail.decision, status: row.status, gone: row.gone }}
            viewer={viewer}
            whoPays={whoPays}
            {...policy}
          />
        </div>
        <div className="min-w-0 max-lg:order-2 lg:row-span-2 lg:row-start-1">
          <Section
            title={sectionLabels.timeline}
            ruled={false}
            remark={
              <TimelineLegend>
                {sectionLabels.timesIn} <ZoneName at={row.seenAt} />
              </TimelineLegend>
            }
          >
            <TimelineRail entries={detail.timeline} row={row} />
          </Section>
          {detail.warnings.length === 0 ? <NoWarnings row={row} /> : <WarningGroups detail={detail} />}
        </div>
        <div className="grid gap-6 max-lg:order-3 lg:col-start-2">
          {detail.users !== null && <MatchedUsersChart users={detail.users} />}
          {detail.records.length > 0 && <RecordChart records={detail.records} />}
          {sendsEmails && row.environment === 'live' && <CustomerEmail importId={row.id} mayEdit={viewer.mayEdit} />}
          <Notes notes={detail.notes} importId={row.id} mayWrite={viewer.mayEdit} />
          {viewer.mayEdit && row.environment === 'live' && (
            <OnDemand summary={sectionLabels.customerLinks} meta={sectionLabels.listAndRevoke}>
              <CustomerLinkList importId={row.id} />
            </OnDemand>
          )}
          <OnDemand summary={sectionLabels.rawResponses} meta={sectionLabels.secretsHidden}>
            <RawResponseList importId={row.id} />
          </OnDemand>
        </div>
      </div>
    </>
  );
}

function NextStep({ step }: { step: ImportDetail['nextStep'] }) {
  return (
    <section
      aria-label={nextStepLabels.region}
      data-who-pays={step.claims.whoPays}
      data-who-acts={step.claims.whoActs}
      data-finished={step.claims.finished}
      className="mt-5 flex items-start gap-3 border-s-2 border-s-accent bg-sunken py-3 ps-3.5 pe-3 max-md:-mx-4 max-md:flex-wrap max-md:ps-3.5"
    >
      <Icon name="next" size={16} className="mt-0.5 text-accent" />
      <p className="min-w-0 max-w-[880px] flex-1 text-ink-2 max-md:flex-[1_0_calc(100%-40px)]">
        <b className="text-ink">{nextStepLabels.title}</b> {nextStepLabels.reply} {step.reply}
        {step.internal !== '' && (
          <>
            {' '}
            <b className="text-ink">{nextStepLabels.internal}</b> {step.internal}
          </>
        )}
      </p>
      <span className="ms-auto max-md:ms-7">
        <CopyButton text={step.reply} label={nextStepLabels.copyReply} showLabel />
      </span>
    </section>
  );
}

function NoWarnings({ row }: { row: ImportRow }) {
  return (
    <Section title={sectionLabels.warnings} className="mt-6">
      <p className="text-13 text-meta">
        {row.warnings > 0 ? sectionLabels.warningsUnreadable : sectionLabels.noWarnings}
      </p>
    </Section>
  );
}

/** The content is loaded when it is opened. */
function OnDemand({ summary, meta, children }: { summary: string; meta: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="border-t pt-4">
      <Disclosure summary={summary} meta={meta} onToggle={(event) => setOpen(event.currentTarget.open)}>
        {open && children}
      </Disclosure>
    </section>
  );
}
