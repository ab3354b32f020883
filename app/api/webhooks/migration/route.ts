import { receiptSchema } from '@/lib/contract/webhooks';
import { LandfallError } from '@/lib/core/errors';
import { Reply } from '@/lib/http/reply';
import { route } from '@/lib/server';
import { badSignatureError, countRefused, maxMessageBytes, receiveWebhook } from '@/lib/webhooks/receive-webhook';

/** A 2xx means that the message is stored; it is applied afterwards. */
export const POST = route(
  { id: 'webhooks.receive', response: receiptSchema },
  async ({ landfall: { webhooks }, request, body: readBytes, caller }) => {
    const body = await readBytes(maxMessageBytes(webhooks)).catch((error: unknown) => {
      if (error instanceof LandfallError && error.code === 'too_large') countRefused(webhooks, 'too_large');
      throw error;
    });
    const { verdict, reason, deliveryId } = await receiveWebhook(webhooks, {
      headers: request.headers,
      body,
      address: caller.address,
    });
    if (verdict === 'bad_signature') throw badSignatureError(reason);
    if (verdict === 'stale') throw new LandfallError('bad_request', reason);
    const accepted = verdict === 'verified' || verdict === 'duplicate';
    return new Reply({ id: deliveryId, verdict }, accepted ? 200 : 202);
  },
);
