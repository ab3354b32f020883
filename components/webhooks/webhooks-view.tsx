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
import { toneText } from '../ui/badge';
import { ChipLink } from '../ui/chip';
import { CopyButton } from '../ui/copy-button';
import { cx } from '../ui/cx';
import { DefinitionList } from '../ui/definition-list';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { Num } from '../ui/number';
import { DeliveriesTable } from './deliveries-table';
import { DeliveryPanel } from './delivery-panel';
import { verdictLabels } from './verdict-labels';
import { webhooksHref } from './webhooks-href';

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
          {refused > 0 && (
            <p className="mb-4 text-13 text-pretty text-ink-2">
              Refused without being stored: <Num value={count('rate_limited')} /> unverified over the rate limit,{' '}
              <Num value={count('too_large')} /> too large. Polling reports what they were about.
            </p>
          )}
          {list.deliveries.length === 0 ? (
            <EmptyState icon="hook" title={verdict === undefined ? 'No message has arrived yet' : 'None of this kind'}>
              {verdict === undefined
                ? 'Give the address on this page to the operator of the service. Until messages arrive, Landfall polls the service.'
                : 'No kept delivery has this verdict. The newest 100 unverified and 500 unusable messages are kept.'}
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

const schemeLabels: Record<WebhookSetup['scheme'], string> = {
  auto: 'HMAC-SHA256 of the raw body, hex or base64, in any header',
  standard: 'Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature)',
  timestamped: 't=SECONDS,v1=HEX over "SECONDS.BODY"',
};

/** For the operator: the API cannot register a webhook URL. */
function SetupSection({ setup }: { setup: WebhookSetup }) {
  return (
    <Section title="For the operator of the service" ruled={false}>
      <DefinitionList
        termWidth="sm"
        items={{
          Address: (
            <span className="flex items-center gap-1">
              <span className="mono [overflow-wrap:anywhere]">{setup.address}</span>
              <CopyButton text={setup.address} label="Copy the address" />
            </span>
          ),
          Signature: schemeLabels[setup.scheme],
          ...(setup.header === null ? {} : { Header: <span className="mono">{setup.header}</span> }),
          Secret: secretLabel(setup.secrets),
          Tolerance: `${setup.toleranceS} seconds, both ways, at arrival`,
        }}
      />
      <div className="mt-3">
        <CopyButton text={setup.words} label="Copy a message to the operator" showLabel />
      </div>
      {setup.secrets === 0 && (
        <Notice tone="turn" title="No secret yet." className="mt-4">
          Ask the operator for a webhook secret and set WEBHOOK_SECRET. Until then no message is believed: each is a
          hint that makes us ask the service.
        </Notice>
      )}
      {!setup.reachable && (
        <Notice tone="info" title="Only this machine can reach this address." className="mt-4">
          Set NEXTAUTH_URL to the public address before you give it to the operator.
        </Notice>
      )}
    </Section>
  );
}

function secretLabel(secrets: number): string {
  if (secrets === 0) return 'None configured';
  return secrets === 1 ? 'One configured' : `${secrets} configured, any of them counts`;
}
