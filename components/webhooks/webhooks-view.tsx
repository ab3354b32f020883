import { queryHref } from '@/lib/contract/query-href';
import {
  verdicts,
  type DeliveryDetail,
  type DeliveryList,
  type Verdict,
  type WebhookSetup,
} from '@/lib/contract/webhooks';
import { LiveRefresh } from '../live/live-refresh';
import { UpdatesPill } from '../live/updates-pill';
import { Page, PageHeader, Section } from '../shell/page';
import { ChipLink } from '../ui/chip';
import { CopyButton } from '../ui/copy-button';
import { cx } from '../ui/cx';
import { DefinitionList } from '../ui/definition-list';
import { EmptyState } from '../ui/empty-state';
import { Notice } from '../ui/notice';
import { Num } from '../ui/number';
import { Pager } from '../ui/pager';
import { DeliveriesTable } from './deliveries-table';
import { DeliveryPanel } from './delivery-panel';
import { setupLabels, verdictLabels, webhooksLabels as labels } from './labels';
import { VerdictIcon } from './verdict-text';

/** Rendered on the server; filters and the open delivery are in the URL. */
export function WebhooksView({
  list,
  position,
  setup,
  verdict,
  cursor,
  open,
}: {
  list: DeliveryList;
  position: string | null;
  setup: WebhookSetup;
  verdict: Verdict | undefined;
  cursor: string | undefined;
  open: DeliveryDetail | undefined;
}) {
  const count = (name: string) => list.counts.find((entry) => entry.verdict === name)?.count ?? 0;
  const total = verdicts.reduce((sum, name) => sum + count(name), 0);
  const refused = count('rate_limited') + count('too_large');
  return (
    <Page>
      {/* With an empty list nothing can move, so new deliveries show at once. */}
      <LiveRefresh kinds={['delivery']} environment="live" defer={list.deliveries.length > 0} position={position} />
      <PageHeader title={labels.title} meta={labels.received(total, count('duplicate'))} />
      <div className="mt-4 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_344px]">
        <div className="min-w-0">
          <nav aria-label={labels.filters} className="mb-4 flex flex-wrap gap-1.5">
            <ChipLink href="/webhooks" on={verdict === undefined} count={<Num value={total} />}>
              {labels.all}
            </ChipLink>
            {verdicts.map((name) => (
              <ChipLink
                key={name}
                href={queryHref('/webhooks', { verdict: name })}
                on={verdict === name}
                icon={<VerdictIcon verdict={name} size={12} />}
                count={<Num value={count(name)} />}
              >
                {verdictLabels[name]}
              </ChipLink>
            ))}
          </nav>
          {refused > 0 && (
            <p className="mb-4 text-13 text-pretty text-ink-2">
              {labels.notStored(count('rate_limited'), count('too_large'))}
            </p>
          )}
          {list.deliveries.length === 0 ? (
            <EmptyState icon="hook" title={verdict === undefined ? labels.emptyTitle : labels.noneTitle}>
              {verdict === undefined ? labels.emptyText : labels.noneText}
            </EmptyState>
          ) : (
            <div className="relative">
              <UpdatesPill />
              <DeliveriesTable
                deliveries={list.deliveries}
                openId={open?.delivery.id}
                verdict={verdict}
                cursor={cursor}
              />
            </div>
          )}
          <Pager
            newest={cursor !== undefined && queryHref('/webhooks', { verdict })}
            older={list.nextCursor !== null && queryHref('/webhooks', { verdict, cursor: list.nextCursor })}
          />
        </div>
        <aside className={cx('min-w-0', open !== undefined && 'max-lg:-order-1')}>
          {open === undefined ? (
            <SetupSection setup={setup} />
          ) : (
            <DeliveryPanel detail={open} closeHref={queryHref('/webhooks', { verdict, cursor })} />
          )}
        </aside>
      </div>
    </Page>
  );
}

/** For the operator: the API cannot register a webhook URL. */
function SetupSection({ setup }: { setup: WebhookSetup }) {
  return (
    <Section title={setupLabels.title} ruled={false}>
      <DefinitionList
        termWidth="sm"
        items={{
          [setupLabels.address]: (
            <span className="flex items-center gap-1">
              <span className="mono [overflow-wrap:anywhere]">{setup.address}</span>
              <CopyButton text={setup.address} label={setupLabels.copyAddress} />
            </span>
          ),
          [setupLabels.signature]: setupLabels.schemes[setup.scheme],
          ...(setup.header === null ? {} : { [setupLabels.header]: <span className="mono">{setup.header}</span> }),
          [setupLabels.secret]: setupLabels.secrets(setup.secrets),
          [setupLabels.tolerance]: setupLabels.toleranceText(setup.toleranceS),
        }}
      />
      <div className="mt-3">
        <CopyButton text={setup.message} label={setupLabels.copyMessage} showLabel />
      </div>
      {setup.secrets === 0 && (
        <Notice tone="turn" title={setupLabels.noSecretTitle} className="mt-4">
          {setupLabels.noSecretText}
        </Notice>
      )}
      {!setup.reachable && (
        <Notice tone="info" title={setupLabels.localTitle} className="mt-4">
          {setupLabels.localText}
        </Notice>
      )}
    </Section>
  );
}
