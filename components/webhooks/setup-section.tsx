import type { WebhookSetup } from '@/lib/contract/webhooks';
import { Section } from '../shell/page';
import { CopyButton } from '../ui/copy-button';
import { DefinitionList } from '../ui/definition-list';
import { Notice } from '../ui/notice';

const schemeLabels: Record<WebhookSetup['scheme'], string> = {
  auto: 'HMAC-SHA256 of the raw body, hex or base64, in any header',
  standard: 'Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature)',
  timestamped: 't=SECONDS,v1=HEX over "SECONDS.BODY"',
};

/** For the operator: the API cannot register a webhook URL. */
export function SetupSection({ setup }: { setup: WebhookSetup }) {
  return (
    <Section title="For the operator of the service" ruled={false}>
      <DefinitionList
        termWidth="sm"
        items={[
          {
            term: 'Address',
            value: (
              <span className="flex items-center gap-1">
                <span className="mono [overflow-wrap:anywhere]">{setup.address}</span>
                <CopyButton text={setup.address} label="Copy the address" />
              </span>
            ),
          },
          { term: 'Signature', value: schemeLabels[setup.scheme] },
          ...(setup.header === null ? [] : [{ term: 'Header', value: <span className="mono">{setup.header}</span> }]),
          { term: 'Secret', value: secretLabel(setup.secrets) },
          { term: 'Tolerance', value: `${setup.toleranceS} seconds, both ways, at arrival` },
        ]}
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
