import { webhookPayloadSchema } from '../contract/webhook-payload';
import type { ApiDocument, ParameterObject } from './api-document';
import { referTo } from './describe-schemas';

const headers = {
  'webhook-id': 'The same for every attempt: ignore an id that you know.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature': 'HMAC-SHA256 of id, timestamp and body for each secret: `v1,` and base64, separated by spaces.',
};

/** What we send to the addresses of notification rules. */
export const describeWebhooks = (): ApiDocument['webhooks'] => ({
  notification: {
    post: {
      operationId: 'receiveNotification',
      summary: 'Receive a notification',
      description:
        'Admins add the address in Settings > Notifications. Signed as in Standard Webhooks: check the signature before you use the body. docs/notifications.md has an example.',
      security: [],
      parameters: Object.entries(headers).map(([name, description]): ParameterObject => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: referTo(webhookPayloadSchema), example: eventExample } },
      },
      responses: {
        '2XX': { description: 'Received. Answer within 10 seconds.' },
        '4XX': { description: 'Not sent again, except after 408, 425 and 429.' },
        '5XX': { description: 'Sent again with growing pauses.' },
      },
    },
  },
});

const eventExample = {
  type: 'request.waiting',
  timestamp: '2026-11-16T09:30:00.000Z',
  data: {
    environment: 'live',
    importId: '417',
    username: 'ops@acme.example',
    text: 'A full migration was requested.',
    link: 'https://landfall.company.example/imports/417',
  },
};
