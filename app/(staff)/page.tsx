import type { Metadata } from 'next';
import { FlowChart } from '@/components/overview/flow-chart';
import { Funnel } from '@/components/overview/funnel';
import { overviewLabels } from '@/components/overview/labels';
import { MonthBudgetSection } from '@/components/overview/month-budget';
import { AttentionList } from '@/components/overview/attention-list';
import { OverviewEmpty } from '@/components/overview/overview-empty';
import { PeriodSwitch } from '@/components/overview/period-switch';
import { StatusCounts } from '@/components/overview/status-counts';
import { StatusDurationTable } from '@/components/overview/status-duration-table';
import { LiveRefresh } from '@/components/live/live-refresh';
import { Page, PageHeader } from '@/components/shell/page';
import { periods } from '@/lib/contract/overview';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readAttentionItems } from '@/lib/insights/read-attention-items';
import { toMonthPace } from '@/lib/insights/month-pace';
import { readLivePosition, staffPage } from '@/lib/server';
import { readMonthBudget } from '@/lib/sponsorship/month-budget';

export const metadata: Metadata = { title: overviewLabels.title };

/** Container queries, because the width of the page also depends on the navigation. */
const columns =
  'mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 @[840px]:grid-cols-[minmax(0,1fr)_272px] @[840px]:gap-x-8 @[1080px]:grid-cols-[minmax(0,1fr)_344px] @[1080px]:gap-x-12';
/** On a phone the longest section comes last. */
const column = '@container grid min-w-0 gap-6 max-md:contents';

export default async function OverviewPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('overview', props.searchParams);
  const period = periods.find((value) => value === searchParams['period']) ?? '12w';
  const { db } = landfall.database;
  const { whoPays } = landfall.settings;
  const now = landfall.clock.now();
  const position = await readLivePosition();
  const stuckAfter = await landfall.imports.stuck.read(environment);
  const [counts, attentionItems, trends, budget] = await Promise.all([
    landfall.pageCounts.imports(environment),
    readAttentionItems(db, {
      environment,
      now,
      staff,
      whoPays,
      health: landfall.client.health(environment),
      stuckAfter,
    }),
    landfall.insights.trends(environment, period),
    whoPays === 'partner' ? readMonthBudget(db, environment, now) : null,
  ]);
  const isAdmin = staff.role === 'admin';
  return (
    <Page>
      <LiveRefresh
        kinds={['import', 'decision', 'request', 'delivery', 'settings', 'message']}
        environment={environment}
        position={position}
      />
      <PageHeader title={overviewLabels.title} actions={<PeriodSwitch period={period} environment={environment} />} />
      <div className="@container">
        <div className={columns}>
          <div className={column}>
            <AttentionList items={attentionItems} isAdmin={isAdmin} mayDecide={roleAtLeast(staff.role, 'approver')} />
            {counts.total === 0 ? (
              <OverviewEmpty mayCreate={roleAtLeast(staff.role, 'agent')} />
            ) : (
              <>
                <FlowChart trends={trends} />
                <div className="max-md:order-last">
                  <StatusDurationTable trends={trends} />
                </div>
              </>
            )}
          </div>
          <div className={column}>
            <StatusCounts counts={counts} />
            {counts.total > 0 && budget && (
              <MonthBudgetSection
                budget={budget}
                pace={toMonthPace({ budget, medianDecisionS: trends.medianDecisionS, now })}
                isAdmin={isAdmin}
              />
            )}
            {counts.total > 0 && <Funnel trends={trends} />}
          </div>
        </div>
      </div>
    </Page>
  );
}
