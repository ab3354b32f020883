import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../core/clock';
import { signStandardWebhook } from '../../core/standard-webhooks';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { insertRule, updateMessages } from '../../store/testing/outbox-rows';
import { createMailer } from '../delivery/create-mailer';
import type { DeliveryDeps } from '../delivery/delivery-deps';
import { readSmtpUrl } from '../delivery/read-smtp-url';
import { createSendMailsJob } from '../delivery/send-mails';
import { createSendPostsJob } from '../delivery/send-posts';
import { startMailServer } from '../testing/start-mail-server';
import { startReceiver } from '../testing/start-receiver';
import { encryptTarget } from './rule-target';
import { openStaffOutbox } from './testing/open-staff-outbox';
import { webhookEventTypes, webhookPayloadSchema } from '../../contract/webhook-payload';

const document = new URL('../../../docs/notifications.md', import.meta.url);
const secret = `whsec_${Buffer.from('a secret of 24 bytes or more').toString('base64')}`;
const { signal } = new AbortController();

/** The example of the document, as a receiver would use it. */
const moduleSchema = z.object({
  isGenuine: z.function({ input: [z.string(), z.record(z.string(), z.unknown()), z.string()], output: z.boolean() }),
});

let folder = '';
let example: z.infer<typeof moduleSchema>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-example-'));
  const file = path.join(folder, 'example.mjs');
  await writeFile(file, (await readBlocks('js')).join('\n'));
  example = moduleSchema.parse(await import(/* @vite-ignore */ pathToFileURL(file).href));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readBlocks(language: string): Promise<string[]> {
  const text = await readFile(document, 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);
}

describe('docs/notifications.md', () => {
  test('has examples of webhooks that match the schema', async () => {
    const [event, digest] = (await readBlocks('json')).map((block): unknown => JSON.parse(block));
    expect(webhookPayloadSchema.parse(event).type).toBe('request.waiting');
    expect(webhookPayloadSchema.parse(digest).type).toBe('digest');
  });

  test('names every type', async () => {
    const text = await readFile(document, 'utf8');
    for (const type of webhookEventTypes) expect(text).toContain(`\`${type}\``);
  });

  test('has an example that accepts genuine requests and no others', () => {
    const sign = (at: Date, ...secrets: string[]) => signStandardWebhook('{}', { id: '1', at, secrets });
    const now = new Date();
    const other = `whsec_${Buffer.from('another secret, also long').toString('base64')}`;
    expect(example.isGenuine(secret, sign(now, secret), '{}')).toBe(true);
    expect(example.isGenuine(secret, sign(now, other, secret), '{}')).toBe(true);
    expect(example.isGenuine(secret, sign(now, other), '{}')).toBe(false);
    expect(example.isGenuine(secret, sign(now, secret), '{ }')).toBe(false);
    expect(example.isGenuine(secret, sign(new Date(now.getTime() - 600_000), secret), '{}')).toBe(false);
    expect(example.isGenuine(secret, { ...sign(now, secret), 'webhook-timestamp': 'x' }, '{}')).toBe(false);
    expect(example.isGenuine(secret, { ...sign(now, secret), 'webhook-id': '2' }, '{}')).toBe(false);
    const { 'webhook-signature': _, ...unsigned } = sign(now, secret);
    expect(example.isGenuine(secret, unsigned, '{}')).toBe(false);
    expect(example.isGenuine(secret, { ...unsigned, 'webhook-signature': `v1,${'é'.repeat(44)}` }, '{}')).toBe(false);
    expect(example.isGenuine(secret, {}, '{}')).toBe(false);
  });
});

forEachEngineAtFullSize((_, open) => {
  test('a thousand events arrive as one digest by e-mail, Slack, webhook and NOTIFY_URL', async () => {
    const database = await open();
    const [mailServer, slack, hook, notify] = await Promise.all([
      startMailServer(),
      startReceiver(),
      startReceiver(),
      startReceiver(),
    ]);
    const app = openStaffOutbox(database, { notifyUrl: notify.url });
    const delivery: DeliveryDeps = { ...app.deps, clock: systemClock, fetch, metrics: { message: () => undefined } };
    const mailer = createMailer(
      { from: 'landfall@northdesk.example', publicOrigin: app.deps.publicOrigin, clock: systemClock },
      readSmtpUrl(mailServer.url),
    );
    const target = ({ url }: { url: string }) => ({
      targetHost: new URL(url).host,
      targetEncrypted: encryptTarget(app.deps, { url, secrets: [secret] }),
    });
    await insertRule(database.db, { addresses: ['a@northdesk.example', 'b@northdesk.example'] });
    await insertRule(database.db, { channel: 'slack', ...target(slack) });
    await insertRule(database.db, { channel: 'webhook', ...target(hook) });
    await app.record(...Array.from({ length: 1000 }, (_, n) => ({ importId: `i${n}` })));
    await app.pass(6);
    // The receiver compares the time of the signature with that of its machine, so the messages are from now.
    await updateMessages(database.db, { createdAt: new Date() });
    await createSendMailsJob(delivery, mailer).run(signal);
    await createSendPostsJob(delivery).run(signal);

    const subject = '1,000 new requests for a full migration';
    expect(mailServer.received.map(({ recipients }) => recipients).sort()).toEqual([
      ['a@northdesk.example'],
      ['b@northdesk.example'],
    ]);
    expect(mailServer.received.map(({ mail }) => mail.subject)).toEqual([subject, subject]);
    expect(mailServer.received[0]?.mail.headers.get('list')).toMatchObject({
      id: { id: 'notifications.landfall.example' },
    });
    expect(slack.received.map((post) => post.slack().text)).toEqual([subject]);
    expect(hook.received).toHaveLength(1);
    const [post] = hook.received;
    expect(webhookPayloadSchema.parse(post?.json())).toMatchObject({ type: 'digest', data: { more: 980 } });
    expect(post?.isSignedWith(secret)).toBe(true);
    expect(example.isGenuine(secret, post?.headers ?? {}, post?.body ?? '')).toBe(true);
    expect(notify.received.map(({ body }): unknown => JSON.parse(body))).toMatchObject([{ kind: 'digest', more: 980 }]);
    expect((await app.messages()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'sent'));

    await mailer.close();
    await Promise.all([mailServer, slack, hook, notify].map((server) => server.close()));
  });
});
