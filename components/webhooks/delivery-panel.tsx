import type { ReactNode } from 'react';
import type { DeliveryDetail } from '@/lib/contract/webhooks';
import { importHref } from '../import/import-href';
import { CopyButton } from '../ui/copy-button';
import { DefinitionList } from '../ui/definition-list';
import { Disclosure } from '../ui/disclosure';
import { LinkButton } from '../ui/link-button';
import { None } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { VerdictText } from './deliveries-table';
import { ReprocessButton } from './reprocess-button';
import { outcomeLabel } from './verdict-labels';

export function DeliveryPanel({ detail, closeHref }: { detail: DeliveryDetail; closeHref: string }) {
  const { delivery, headers, body } = detail;
  return (
    <section aria-label="Delivery" className="min-w-0">
      <div className="flex items-center gap-2">
        <h2 className="flex-1">
          <VerdictText verdict={delivery.verdict} />
        </h2>
        <LinkButton href={closeHref} variant="ghost" size="sm" icon="x" iconOnly>
          Close
        </LinkButton>
      </div>
      <p className="mt-1 text-13 text-pretty text-ink-2">{delivery.reason}</p>
      <DefinitionList
        className="mt-4"
        termWidth="sm"
        items={{
          Received: <Time at={delivery.receivedAt} as="exact" />,
          'It says': orNone(delivery.happenedAt && <Time at={delivery.happenedAt} as="exact" />),
          Import: orNone(
            delivery.importId && (
              <TextLink href={importHref(delivery.importId)}>
                <span className="mono">{delivery.importId}</span>
              </TextLink>
            ),
          ),
          Status: orNone(delivery.status),
          Times:
            delivery.times === 1 ? (
              'Once'
            ) : (
              <>
                {delivery.times}, last <Time at={delivery.lastReceivedAt} as="moment" />
              </>
            ),
          Outcome: delivery.failure ?? outcomeLabel(delivery),
          From: <span className="mono">{delivery.address || 'unknown'}</span>,
        }}
      />
      <div className="mt-4 border-t pt-4">
        {body?.truncated === true ? (
          <p className="text-13 text-pretty text-ink-2">
            It cannot be processed again: only the first 4 kB of an unverified message are kept. Refresh the import
            instead.
          </p>
        ) : (
          <ReprocessButton delivery={delivery} />
        )}
      </div>
      <div className="mt-4 grid gap-3 border-t pt-4">
        <Disclosure
          summary="Body"
          meta={body?.truncated === true ? `first 4 kB of ${delivery.bodyBytes} bytes` : `${delivery.bodyBytes} bytes`}
        >
          {body === null ? (
            <p className="text-13 text-ink-2">It cannot be opened with the present keys.</p>
          ) : (
            <>
              <p className="mb-2 flex items-center gap-2 text-12 text-meta">
                <span className="flex-1">
                  {body.kind === 'bytes' ? 'Not text; shown as hex.' : 'What looks like a secret is hidden.'}
                </span>
                <CopyButton text={body.text} label="Copy the body" />
              </p>
              <pre
                tabIndex={0}
                aria-label="Body of the delivery"
                className="mono max-h-96 overflow-auto rounded-2 border bg-sunken p-3 text-12 [overflow-wrap:anywhere] whitespace-pre-wrap"
              >
                {body.text === '' ? 'empty' : body.text}
              </pre>
            </>
          )}
        </Disclosure>
        <Disclosure summary="Headers" meta={headers.length}>
          <DefinitionList
            termWidth="lg"
            items={Object.fromEntries(
              headers.map(([name, value]) => [
                name,
                <span key={name} className="mono">
                  {value}
                </span>,
              ]),
            )}
          />
        </Disclosure>
      </div>
    </section>
  );
}

function orNone(value: ReactNode): ReactNode {
  return value === null || value === '' ? <None /> : value;
}
