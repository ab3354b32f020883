import type { ReactNode } from 'react';
import type { DeliveryDetail } from '@/lib/contract/webhooks';
import { importHref } from '../import/import-href';
import { CopyButton } from '../ui/copy-button';
import { DefinitionList } from '../ui/definition-list';
import { Disclosure } from '../ui/disclosure';
import { LinkButton } from '../ui/link-button';
import { HeaderList, PlainText } from '../ui/plain-content';
import { None } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { deliveryLabels as labels, outcomeLabel } from './labels';
import { ReprocessButton } from './reprocess-button';
import { VerdictText } from './verdict-text';

export function DeliveryPanel({ detail, closeHref }: { detail: DeliveryDetail; closeHref: string }) {
  const { delivery, headers, body } = detail;
  return (
    <section aria-label={labels.panel} className="min-w-0">
      <div className="flex items-center gap-2">
        <h2 className="flex-1">
          <VerdictText verdict={delivery.verdict} />
        </h2>
        <LinkButton href={closeHref} variant="ghost" size="sm" icon="x" iconOnly>
          {labels.close}
        </LinkButton>
      </div>
      <p className="mt-1 text-13 text-pretty text-ink-2">{delivery.reason}</p>
      <DefinitionList
        className="mt-4"
        termWidth="sm"
        items={{
          [labels.received]: <Time at={delivery.receivedAt} as="exact" />,
          [labels.sentAt]: orNone(delivery.happenedAt && <Time at={delivery.happenedAt} as="exact" />),
          [labels.import]: orNone(
            delivery.importId && (
              <TextLink href={importHref(delivery.importId)}>
                <span className="mono">{delivery.importId}</span>
              </TextLink>
            ),
          ),
          [labels.status]: orNone(delivery.status),
          [labels.times]:
            delivery.times === 1 ? (
              labels.once
            ) : (
              <>
                {labels.timesAndLast(delivery.times)} <Time at={delivery.lastReceivedAt} as="moment" />
              </>
            ),
          [labels.result]: delivery.failure ?? outcomeLabel(delivery),
          [labels.from]: <span className="mono">{delivery.address || labels.unknown}</span>,
        }}
      />
      <div className="mt-4 border-t pt-4">
        {body?.truncated === true ? (
          <p className="text-13 text-pretty text-ink-2">{labels.truncated}</p>
        ) : (
          <ReprocessButton delivery={delivery} />
        )}
      </div>
      <div className="mt-4 grid gap-3 border-t pt-4">
        <Disclosure
          summary={labels.body}
          meta={body?.truncated === true ? labels.firstBytes(delivery.bodyBytes) : labels.bytes(delivery.bodyBytes)}
        >
          {body === null ? (
            <p className="text-13 text-ink-2">{labels.undecryptable}</p>
          ) : (
            <>
              <p className="mb-2 flex items-center gap-2 text-12 text-meta">
                <span className="flex-1">{body.kind === 'bytes' ? labels.hex : labels.redacted}</span>
                <CopyButton text={body.text} label={labels.copyBody} />
              </p>
              <PlainText label={labels.bodyRegion} text={body.text === '' ? labels.empty : body.text} />
            </>
          )}
        </Disclosure>
        <Disclosure summary={labels.headers} meta={headers.length}>
          <HeaderList headers={headers} />
        </Disclosure>
      </div>
    </section>
  );
}

function orNone(value: ReactNode): ReactNode {
  return value === null || value === '' ? <None /> : value;
}
