import {
  verdicts,
  type DeliveryDetail,
  type DeliveryList,
  type Verdict,
  type WebhookSetup,
} from '@/lib/contract/webhooks';
import { LiveRefresh } from '../live/live-refresh';
import { UpdatesPill } from '../live/updates-pill';
import { Page, PageHeader } from '../shell/page';
import { toneText } from '../ui/badge';
import { ChipLink } from '../ui/chip';
import { cx } from '../ui/cx';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { DeliveriesTable } from './deliveries-table';
import { DeliveryPanel } from './delivery-panel';
import { SetupSection } from './setup-section';
import { verdictLabels } from './verdict-labels';
import { webhooksHref } from './webhooks-href';

/** Rendered on the server; filters and the open delivery are in the URL. */
export function WebhooksView({
  list,
  setup,
  verdict,
  cursor,
  open,
}: {
  list: DeliveryList;
  setup: WebhookSetup;
  verdict: Verdict | undefined;
  cursor: string | undefined;
  open: DeliveryDetail | undefined;
}) {
  const count = (name: string) => list.counts.find((entry) => entry.verdict === name)?.count ?? 0;
  const total = verdicts.reduce((sum, name) => sum + count(name), 0);
  return (
    <Page>
      {/* With an empty list nothing can move, so new deliveries show at once. */}
      <LiveRefresh kinds={['delivery']} environment="live" defer={list.deliveries.length > 0} />
      <PageHeader title="Webhooks" meta={`${total} received, ${count('duplicate')} of them more than once`} />
      <div className="mt-4 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_344px]">
        <div className="min-w-0">
          <nav aria-label="Verdicts" className="mb-4 flex flex-wrap gap-1.5">
            <ChipLink href={webhooksHref({})} on={verdict === undefined} count={<Num value={total} />}>
              All
            </ChipLink>
            {verdicts.map((name) => (
              <ChipLink
                key={name}
                href={webhooksHref({ verdict: name })}
                on={verdict === name}
                icon={<Icon name={verdictLabels[name].icon} size={12} className={toneText[verdictLabels[name].tone]} />}
                count={<Num value={count(name)} />}
              >
                {verdictLabels[name].text}
              </ChipLink>
            ))}
          </nav>
          {list.deliveries.length === 0 ? (
            <EmptyState icon="hook" title={verdict === undefined ? 'No message has arrived yet' : 'None of this kind'}>
              {verdict === undefined
                ? 'Give the address on this page to the operator of the service. Until messages arrive, the watcher asks.'
                : 'No kept delivery has this verdict. Of unsigned ones the last 1,000 are kept.'}
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
          <footer className="mt-4 flex gap-3">
            {cursor !== undefined && (
              <LinkButton href={webhooksHref({ verdict })} size="sm">
                Newest
              </LinkButton>
            )}
            {list.nextCursor !== null && (
              <LinkButton href={webhooksHref({ verdict, cursor: list.nextCursor })} size="sm">
                Older
              </LinkButton>
            )}
          </footer>
        </div>
        <aside className={cx('min-w-0', open !== undefined && 'max-lg:-order-1')}>
          {open === undefined ? (
            <SetupSection setup={setup} />
          ) : (
            <DeliveryPanel detail={open} closeHref={webhooksHref({ verdict, cursor })} />
          )}
        </aside>
      </div>
    </Page>
  );
}
