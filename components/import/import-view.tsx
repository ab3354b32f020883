'use client';

import dynamic from 'next/dynamic';
import type { Environment } from '@/lib/contract/environment';
import type { ImportDetail } from '@/lib/contract/imports';
import type { MonthBudget } from '@/lib/contract/policy';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { useRefreshImport, useImport } from '@/lib/query/use-import';
import { LiveRefresh } from '../live/live-refresh';
import { Section } from '../shell/page';
import { DecisionPanel } from '../sponsorship/decision-panel';
import { ProblemNotice } from '../ui/problem-notice';
import { Time, ZoneName } from '../ui/time';
import { ImportFacts } from './import-facts';
import { ImportHeader } from './import-header';
import { NextStep } from './next-step';
import { NoWarnings } from './no-warnings';
import { Notes } from './notes';
import { RawResponses } from './raw-responses';
import { RecordChart, MatchedUsersChart } from './sample-charts';
import { TimelineLegend, TimelineRail } from './timeline-rail';
import { UsualPath } from './usual-path';

// Most imports have none.
const WarningGroups = dynamic(() => import('./warning-groups').then((module) => module.WarningGroups));

/** One import, whole. Order of reading: who, status and how fresh, next step, usual path, timeline beside decision. */
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
  viewer: { id: string; name: string; mayDecide: boolean; mayEdit: boolean; isAdmin: boolean };
}) {
  const query = useImport(environment, initial.row.id, initial);
  const detail = query.data ?? initial;
  const refresh = useRefreshImport(environment, initial.row.id);
  const { row } = detail;
  return (
    <>
      {/* What the server alone draws, such as what policy says, follows the same changes. */}
      <LiveRefresh kinds={['decision', 'request']} environment={environment} subject={row.id} />
      <ImportHeader detail={detail} refresh={refresh} mayShareLink={viewer.mayEdit} />
      {query.error !== null && (
        <div className="mt-4">
          <ProblemNotice error={query.error} />
          <p className="mt-1 text-12 text-meta">
            What you see was seen <Time at={row.seenAt} as="relative" />.
          </p>
        </div>
      )}
      <ImportFacts row={row} mayFillIn={viewer.mayEdit} />
      <NextStep step={detail.nextStep} />
      <UsualPath status={row.status} gone={row.gone} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)_344px] items-start gap-x-12 gap-y-6 max-lg:grid-cols-1">
        <div className="max-lg:order-1 lg:col-start-2 lg:row-start-1">
          <DecisionPanel
            item={{ ...item, decision: detail.decision, gone: row.gone }}
            environment={environment}
            budget={budget}
            reasonRequired={reasonRequired}
            whoPays={whoPays}
            viewer={viewer}
          />
        </div>
        <div className="min-w-0 max-lg:order-2 lg:row-span-2 lg:row-start-1">
          <Section
            title="Timeline"
            ruled={false}
            remark={
              <TimelineLegend>
                Times in <ZoneName at={row.seenAt} />
              </TimelineLegend>
            }
          >
            <TimelineRail entries={detail.timeline} row={row} />
          </Section>
          {detail.warnings.length === 0 ? (
            <NoWarnings row={row} />
          ) : (
            <WarningGroups warnings={detail.warnings} row={row} />
          )}
        </div>
        <div className="grid gap-6 max-lg:order-3 lg:col-start-2">
          {detail.users !== null && <MatchedUsersChart users={detail.users} />}
          {detail.records.length > 0 && <RecordChart records={detail.records} />}
          <Notes notes={detail.notes} environment={environment} importId={row.id} mayWrite={viewer.mayEdit} />
          <RawResponses environment={environment} importId={row.id} />
        </div>
      </div>
    </>
  );
}
