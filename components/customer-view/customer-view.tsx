'use client';

import { useState } from 'react';
import { customerPageSize, maxCustomerTimelines } from '@/lib/contract/customer-page-size';
import type { Environment } from '@/lib/contract/environment';
import { useCustomer } from '@/lib/query/use-customer';
import { TimelineLegend, TimelineRail } from '../import/timeline-rail';
import { PageHeader, Section } from '../shell/page';
import { breakBeforeAt } from '../ui/break-before-at';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { lazyComponent } from '../ui/lazy-component';
import { LinkButton } from '../ui/link-button';
import { formatNumber } from '../ui/number';
import { ProblemNotice } from '../ui/problem-notice';
import { Skeleton } from '../ui/skeleton';
import { Time, ZoneName } from '../ui/time';
import { useViewer } from '../ui/viewer';
import { CustomerAttention } from './customer-attention';
import { CustomerImports, CustomerStatuses, listedCount } from './customer-imports';
import { customerLabels, timelineSectionLabels, unknownLabels } from './labels';

const LookupStatus = lazyComponent(
  () => import('../imports/lookup-status').then((module) => module.LookupStatus),
  <Skeleton className="mt-3 h-11 w-full" />,
);

export function CustomerView({
  username,
  environment,
  mayCreate,
  mayDecide,
}: {
  username: string;
  environment: Environment;
  mayCreate: boolean;
  mayDecide: boolean;
}) {
  const [covered, setCovered] = useState(customerPageSize);
  const { customer, error, isLoadingMore, moreFailed, refetch } = useCustomer(environment, username, covered);
  const { locale } = useViewer();
  // As shown at the click: another spelling may become the latest one meanwhile.
  const [lookedUp, setLookedUp] = useState<string | null>(null);
  if (!customer) return error ? <ProblemNotice error={error} /> : <Skeleton className="h-8 w-80" />;
  const count = (value: number) => formatNumber(value, locale);
  const isEmpty = customer.importCount === 0 && customer.timeline.length === 0;
  const lookUp = (
    <Button
      icon="search"
      disabled={lookedUp !== null}
      onClick={() => setLookedUp(customer.username)}
      className="max-md:flex-1"
    >
      {customerLabels.lookUp}
    </Button>
  );
  const newImport = mayCreate && (
    <LinkButton
      icon="plus"
      variant="primary"
      href={`/new?${new URLSearchParams({ username: customer.username }).toString()}`}
      className="max-md:flex-1"
    >
      {customerLabels.newImport}
    </LinkButton>
  );
  return (
    <>
      <header className="flex items-start gap-2 max-md:flex-wrap max-md:gap-y-3">
        <h1 className="min-w-0 flex-1 [overflow-wrap:anywhere] max-md:basis-full">
          {breakBeforeAt(customer.username)}
        </h1>
        {customer.erasedAt === null && lookUp}
        {newImport}
      </header>
      {!isEmpty && (
        <p className="mt-1 text-13 text-ink-2">
          {customerLabels.imports(count(customer.importCount), customer.importCountIsMinimum)}
          {customer.otherSpellings.length > 0 && (
            <span className="text-meta">. {customerLabels.alsoSpelled(customer.otherSpellings)}</span>
          )}
        </p>
      )}
      {!moreFailed && <ProblemNotice error={error} className="mt-4" />}
      {lookedUp !== null && (
        <LookupStatus
          username={lookedUp}
          active
          byEnter={false}
          onLookup={() => undefined}
          shownIds={new Set(customer.imports.map(({ id }) => id))}
        />
      )}
      {isEmpty ? (
        <EmptyState icon="person" title={customer.erasedAt === null ? unknownLabels.title : unknownLabels.erased}>
          {customer.erasedAt === null ? (
            unknownLabels.detail
          ) : (
            <>
              {unknownLabels.erasedOn} <Time at={customer.erasedAt} as="date" />. {unknownLabels.erasedDetail}
            </>
          )}
        </EmptyState>
      ) : (
        <>
          {customer.importCount > listedCount && <CustomerStatuses customer={customer} />}
          <div className="mt-8 grid grid-cols-[minmax(0,1fr)_344px] items-start gap-x-12 gap-y-6 max-lg:grid-cols-1">
            <div className="grid min-w-0 gap-6 lg:col-start-2">
              <CustomerAttention items={customer.attention} mayCreate={mayCreate} mayDecide={mayDecide} />
              <CustomerImports customer={customer} />
            </div>
            <div className="min-w-0 lg:col-start-1 lg:row-start-1">
              <Section
                title={timelineSectionLabels.title}
                ruled={false}
                remark={
                  <TimelineLegend>
                    {timelineSectionLabels.timesIn} <ZoneName at={zoneAt(customer.timeline[0])} />
                  </TimelineLegend>
                }
              >
                <TimelineRail entries={customer.timeline} />
                {customer.hasMore ? (
                  <>
                    {moreFailed && <ProblemNotice error={error} className="mb-3" />}
                    <Button
                      busy={isLoadingMore}
                      onClick={() => (moreFailed ? void refetch() : setCovered(covered + customerPageSize))}
                    >
                      {moreFailed ? timelineSectionLabels.retry : timelineSectionLabels.showMore}
                    </Button>
                  </>
                ) : (
                  customer.importCount > maxCustomerTimelines && (
                    <p className="text-13 text-meta">{timelineSectionLabels.limit(count(maxCustomerTimelines))}</p>
                  )
                )}
              </Section>
            </div>
          </div>
        </>
      )}
    </>
  );
}

function zoneAt(entry: Parameters<typeof TimelineRail>[0]['entries'][number] | undefined): string {
  if (entry === undefined) return '';
  return entry.when.certainty === 'exact' ? entry.when.at : entry.when.to;
}

/** The address names no customer. */
export function NoCustomer() {
  return (
    <>
      <PageHeader title={customerLabels.title} />
      <EmptyState
        icon="person"
        title={customerLabels.noName}
        actions={<LinkButton href="/imports">{customerLabels.search}</LinkButton>}
      >
        {customerLabels.noNameDetail}
      </EmptyState>
    </>
  );
}
