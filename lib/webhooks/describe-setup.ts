import type { WebhookSetup } from '../contract/webhooks';
import { isLoopbackHost } from '../core/is-loopback-host.mjs';
import type { Settings } from '../core/settings';
import { usableSecrets } from './verify-message';

const webhookPath = '/api/webhooks/migration';

/** The service's API cannot register a webhook, so this text is sent to the operator. */
export function describeSetup({
  publicOrigin,
  webhook: settings,
}: Pick<Settings, 'publicOrigin' | 'webhook'>): WebhookSetup {
  const address = `${publicOrigin}${webhookPath}`;
  const header = settings.scheme === 'timestamped' ? (settings.header ?? null) : null;
  return {
    address,
    scheme: settings.scheme,
    header,
    toleranceS: settings.toleranceS,
    secrets: usableSecrets(settings.secrets).length,
    message: [
      `Please send webhook messages of our imports to ${address} (POST, JSON).`,
      signingInstructions(settings, header),
      `Each message should carry the import's identification, its status text and a timestamp; we accept messages whose timestamp is within ${settings.toleranceS} seconds of their arrival.`,
      'We answer 2xx once a message is stored. Please send it again after any other answer or none.',
    ].join(' '),
    reachable: !isLoopbackHost(new URL(publicOrigin).hostname),
  };
}

function signingInstructions(settings: Settings['webhook'], header: string | null): string {
  switch (settings.scheme) {
    case 'standard':
      return 'Please sign them as Standard Webhooks describes, in webhook-id, webhook-timestamp and webhook-signature, and issue us the secret.';
    case 'timestamped':
      return `Please sign them in the header ${header ?? ''} as t=SECONDS,v1=HEX, where HEX is the HMAC-SHA256 of "SECONDS.BODY" under the secret, and issue us the secret.`;
    case 'auto':
      return 'Please sign them with HMAC-SHA256 of the raw body under a secret that you issue to us, as hex or base64, in a header of your choice.';
  }
}
