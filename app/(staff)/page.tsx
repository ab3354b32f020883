import type { Metadata } from 'next';
import { FlowChart } from '@/components/overview/flow-chart';
import { Funnel } from '@/components/overview/funnel';
import { MonthBudgetSection } from '@/components/overview/month-budget';
import { Needs } from '@/components/overview/needs';
import { OverviewEmpty } from '@/components/overview/overview-empty';
import { PeriodSwitch } from '@/components/overview/period-switch';
import { StatusCounts } from '@/components/overview/status-counts';
import { StayTable } from '@/components/overview/stay-table';
import { LiveRefresh } from '@/components/live/live-refresh';
import { Page, PageHead } from '@/components/shell/page';
import { periodSchema } from '@/lib/contract/overview';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/page';
import { countImports } from '@/lib/imports/count-imports';
import { readNeeds } from '@/lib/insights/read-needs';
import { readMonthPace } from '@/lib/insights/read-month-pace';
import { staffPage } from '@/lib/server';
import { readMonthBudget } from '@/lib/sponsorship/month-budget';

export const metadata: Metadata = { title: 'Overview' };

const columns = 'mt-6 grid grid-cols-[minmax(0,1fr)_344px] gap-x-12 gap-y-6 max-lg:grid-cols-1';

export default async function OverviewPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('overview', props.searchParams);
  const asked = periodSchema.safeParse(searchParams['period']);
  const period = asked.success ? asked.data : '12w';
  const { db } = landfall.database;
  const { whoPays } = landfall.settings;
  const now = landfall.clock.now();
  const counts = await countImports(landfall.record, environment);
  const needs = await readNeeds(db, {
    environment,
    now,
    staff,
    whoPays,
    health: landfall.client.health(environment),
    stuckAfter: await landfall.record.stuck.read(environment),
  });
  const trends = await landfall.insights.trends(environment, period);
  const budget = await readMonthBudget(db, environment, now);
  const isAdmin = staff.role === 'admin';
  return (
    <Page>
      <LiveRefresh kinds={['import', 'decision', 'request', 'delivery', 'settings']} environment={environment} />
      <PageHead title="Overview" actions={<PeriodSwitch period={period} environment={environment} />} />
      <div className={columns}>
        <Needs
          needs={needs}
          environment={environment}
          isAdmin={isAdmin}
          mayDecide={roleAtLeast(staff.role, 'approver')}
        />
        <StatusCounts counts={counts} environment={environment} />
      </div>
      {counts.total === 0 ? (
        <OverviewEmpty environment={environment} mayCreate={roleAtLeast(staff.role, 'agent')} />
      ) : (
        <>
          <div className={columns}>
            <FlowChart trends={trends} environment={environment} />
            {whoPays === 'partner' && (
              <MonthBudgetSection
                budget={budget}
                pace={await readMonthPace(db, { environment, budget, now })}
                environment={environment}
                isAdmin={isAdmin}
              />
            )}
          </div>
          <div className={columns}>
            <StayTable trends={trends} environment={environment} />
            <Funnel trends={trends} environment={environment} />
          </div>
        </>
      )}
    </Page>
  );
}
