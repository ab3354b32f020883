import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Check, CheckContext } from '../create-check-context';
import { readStatus, readWebhook } from '../read-response';
import { expect } from '../expect';
import { fetchImport } from './steps';

const secret = 'conformance-secret';
const timeoutMs = 30_000;

interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
}

export const section6: Check[] = [
  {
    sentence:
      'The service sends webhook messages; their payloads carry the textual import status, using the same status texts as API responses.',
    needs: ['reads', 'control'],
    async run(context) {
      const { webhook, id } = await triggerWebhook(context);
      const payload = readWebhook(JSON.parse(webhook.body));
      expect(payload.id === id, `the message is about import ${payload.id ?? 'nothing'} instead of ${id}`);
      const reported = readStatus(await fetchImport(context, id));
      expect(
        payload.status === reported,
        `the message has "${payload.status ?? ''}" and the API has "${reported ?? ''}"`,
      );
    },
  },
  {
    sentence: 'Webhook messages can be verified for tampering through a signature check.',
    needs: ['control'],
    async run(context) {
      const { webhook } = await triggerWebhook(context);
      const signature = createHmac('sha256', secret).update(webhook.body).digest('hex');
      const isSigned = Object.values(webhook.headers).some((value) => String(value).includes(signature));
      expect(isSigned, 'no header has the HMAC-SHA256 of the body for the secret');
    },
  },
  {
    sentence: 'Webhook messages can be verified for retransmission through a check of a timestamp in the payload.',
    needs: ['control'],
    async run(context) {
      const { webhook } = await triggerWebhook(context);
      const { atMs } = readWebhook(JSON.parse(webhook.body));
      expect(atMs !== undefined, `the payload has no time: ${webhook.body}`);
      expect(Math.abs(context.clock.now() - atMs) < 60_000, `the payload's time is ${new Date(atMs).toISOString()}`);
    },
  },
];

/** Restores the simulator's own webhook settings afterwards. */
async function triggerWebhook(context: CheckContext): Promise<{ webhook: ReceivedWebhook; id: string }> {
  const control = context.requireControl();
  const before = await control.webhooks();
  const server = createServer();
  const received = new Promise<ReceivedWebhook>((resolve) => {
    server.on('request', (request, response) => {
      void readText(request).then((body) => {
        response.writeHead(200).end();
        resolve({ headers: request.headers, body });
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    await control.setWebhooks({ url: `http://127.0.0.1:${port}/webhooks`, secret, scheme: 'hmac-sha256-hex' });
    const id = await control.placeImport({ status: 'Waiting to start sample migration' });
    await control.advance(id);
    const webhook = await Promise.race([received, delay(timeoutMs, undefined, { ref: false })]);
    expect(webhook !== undefined, 'a status changed and no message was sent');
    return { webhook, id };
  } finally {
    await control.setWebhooks(before);
    server.close();
    server.closeAllConnections();
  }
}
