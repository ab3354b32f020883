import type { WebhookSetup } from '../contract/webhooks';

/**
 * A message to the operator of the service: everything that the interface has no endpoint for, so that a person has to
 * ask a person. Holds addresses of ours and no secret.
 */
export function composeOperatorMessage(input: {
  publicOrigin: string;
  whoPays: 'partner' | 'customer';
  fullRequestParam: string;
  setup: WebhookSetup;
}): string {
  const page = `${input.publicOrigin}/full-migration`;
  const pays =
    input.whoPays === 'partner'
      ? [
          'We decide which of our customers get the full migration paid by us.',
          `Please send customers who ask for the full migration to ${page}, with the import's token in the query parameter "${input.fullRequestParam}".`,
        ]
      : ['Our customers pay for the full migration themselves; please offer them the paid package.'];
  return [
    'Hello,',
    '',
    'we are connecting our application to the migration service, API version 2.1. Could you please',
    '',
    '1. issue us an API token, valid for the sandbox as well, and tell us what belongs in the password part;',
    `2. issue us a webhook secret. ${input.setup.words}`,
    `3. note who pays. ${pays.join(' ')}`,
    '',
    'Thank you!',
  ].join('\n');
}
