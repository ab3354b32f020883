import { testWebhook } from '@/lib/connection/test-webhook';
import { webhookTestSchema } from '@/lib/contract/connection';
import { route } from '@/lib/server';

/** Sends a signed test message to our own public address. */
export const POST = route({ id: 'connection.test-webhook', response: webhookTestSchema }, ({ landfall, caller }) =>
  testWebhook({ ...landfall, fetch }, caller),
);
