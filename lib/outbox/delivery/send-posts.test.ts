import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../core/testing/eventually';
import type { Database } from '../../store/database/database';
import { requeueMessages } from '../../store/outbox/message-log';
import { updateRule } from '../../store/outbox/rules';
import { notificationRules, outboxAttempts, outboxMessages } from '../../store/schema/outbox';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { encryptTarget, type RuleTarget } from '../staff/rule-target';
import { openOutbox } from '../testing/open-outbox';
import { startReceiver, type Receiver } from '../testing/start-receiver';
import type { DeliveryDeps } from './delivery-deps';
import { createSendPostsJob } from './send-posts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const never = new AbortController().signal;
const secret = (nr: number) => `whsec_${Buffer.alloc(32, nr).toString('base64')}`;
const body = JSON.stringify({ type: 'request_waiting', data: { text: 'Prüfen 🙂' } });
const content = { kind: 'post', type: 'request_waiting', body } as const;
const staff = { audience: 'staff', event: 'request_waiting', recipient: 'hooks.example' } as const;

async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  cleanups.push(() => receiver.close());
  return receiver;
}

forEachEngineAtFullSize((_engine, open) => {
  let database: Database | undefined;
  async function openApp(more: Partial<DeliveryDeps> = {}) {
    database ??= await open();
    await database.db.delete(outboxMessages);
    await database.db.delete(notificationRules);
    const outbox = openOutbox(database, more);
    const job = createSendPostsJob(outbox.deps);
    const add = (channel: 'slack' | 'webhook' | 'json', ruleId: string | null, given: object = {}) =>
      outbox.add({ ...staff, channel, ruleId, ...given }, content);
    return { outbox, add, run: () => job.run(never) };
  }

  describe('a signed webhook', () => {
    it('is posted as it was stored and signed with every secret of the rule', async () => {
      const { outbox, add, run } = await openApp();
      const receiver = await openReceiver();
      const id = await add(
        'webhook',
        await outbox.addRule('webhook', { url: receiver.url, secrets: [secret(1), secret(2)] }),
      );
      await run();
      const [post] = receiver.received;
      expect(post?.body).toBe(body);
      expect(post?.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
      expect([1, 2, 3].map((nr) => post?.isSignedWith(secret(nr)))).toEqual([true, true, false]);
      expect(await outbox.read(id)).toMatchObject({ state: 'sent', attempts: 1 });
      expect(await outbox.attempts(id)).toMatchObject([{ outcome: 'sent', status: 200, response: 'ok' }]);
      expect(outbox.outcomes).toEqual(['webhook sent']);
    });

    it('is tried again with the same id after an error of the receiver', async () => {
      const { outbox, add, run } = await openApp();
      const receiver = await openReceiver();
      const id = await add('webhook', await outbox.addRule('webhook', { url: receiver.url, secrets: [secret(1)] }));
      receiver.setReply(() => ({ status: 500, body: 'broken' }));
      await run();
      expect(await outbox.read(id)).toMatchObject({ state: 'pending', attempts: 1, reason: 'broken' });
      receiver.setReply(() => undefined);
      await outbox.makeDue();
      await run();
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
      expect(await outbox.read(id)).toMatchObject({ state: 'sent', attempts: 2 });
    });

    it('is tried again at the URL and with the secrets that its rule has then', async () => {
      const { outbox, add, run } = await openApp();
      const [before, after] = [await openReceiver(), await openReceiver()];
      const ruleId = await outbox.addRule('webhook', { url: before.url, secrets: [secret(1)] });
      const id = await add('webhook', ruleId);
      before.setReply(() => ({ status: 500 }));
      const { db } = outbox.deps.database;
      const change = async (target: RuleTarget) => {
        const targetEncrypted = encryptTarget(outbox.deps, target);
        await updateRule(db, { id: ruleId, targetEncrypted, targetHost: new URL(target.url).host });
      };
      const sendAgain = async () => {
        await outbox.makeDue();
        await run();
      };
      const shownHost = async () => (await outbox.read(id)).recipient;
      await run();
      await change({ url: before.url, secrets: [secret(2), secret(1)] });
      await sendAgain();
      expect(await shownHost()).toBe(new URL(before.url).host);
      await change({ url: after.url, secrets: [secret(2)] });
      expect(await shownHost()).toBe(new URL(after.url).host);
      await sendAgain();
      const signed = [...before.received, ...after.received].map(({ isSignedWith }) =>
        [1, 2].map((nr) => isSignedWith(secret(nr))),
      );
      expect(signed).toEqual([
        [true, false],
        [true, true],
        [false, true],
      ]);
      expect(after.received).toHaveLength(1);
      expect((await outbox.read(id)).state).toBe('sent');
      const hosts = [before, before, after].map(({ url }) => new URL(url).host);
      expect((await outbox.attempts(id)).map(({ host }) => host)).toEqual(hosts);
      // Where it went, and after a resend where it will go.
      await change({ url: before.url, secrets: [secret(2)] });
      expect(await shownHost()).toBe(new URL(after.url).host);
      await requeueMessages(db, [id]);
      expect(await shownHost()).toBe(new URL(before.url).host);
    });

    it('fails without a usable secret, and is not sent unsigned', async () => {
      const { outbox, add, run } = await openApp();
      const receiver = await openReceiver();
      const id = await add('webhook', await outbox.addRule('webhook', { url: receiver.url, secrets: ['whsec_?'] }));
      await run();
      expect(receiver.received).toEqual([]);
      expect((await outbox.read(id)).state).toBe('failed');
    });
  });

  it('posts to Slack and to NOTIFY_URL without a signature', async () => {
    const receiver = await openReceiver();
    const { outbox, add, run } = await openApp({ notifyUrl: `${receiver.url}/notify` });
    await add('slack', await outbox.addRule('slack', { url: `${receiver.url}/slack`, secrets: [] }));
    await add('json', null);
    await run();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hook/notify', '/hook/slack']);
    expect(receiver.received.every(({ headers }) => headers['webhook-signature'] === undefined)).toBe(true);
  });

  it('skips messages of a rule that was deleted or disabled, and of NOTIFY_URL when it is not set', async () => {
    const { outbox, add, run } = await openApp();
    const receiver = await openReceiver();
    const target = { url: receiver.url, secrets: [] };
    const disabled = await outbox.addRule('slack', target, false);
    const deleted = await outbox.addRule('slack', target);
    await outbox.deps.database.db.delete(notificationRules).where(eq(notificationRules.id, deleted));
    const ids = [await add('slack', disabled), await add('slack', deleted), await add('json', null)];
    const test = await add('slack', disabled, { event: 'test' });
    await run();
    for (const id of ids) expect(await outbox.read(id)).toMatchObject({ state: 'skipped', attempts: 0 });
    expect((await outbox.read(test)).state).toBe('sent');
    expect(receiver.received).toHaveLength(1);
  });

  it.each<[number, string]>([
    [204, 'sent'],
    [301, 'pending'],
    [400, 'failed'],
    [404, 'failed'],
    [408, 'pending'],
    [410, 'failed'],
    [425, 'pending'],
    [429, 'pending'],
    [500, 'pending'],
    [503, 'pending'],
  ])('after the answer %i a message is %s', async (status, state) => {
    const { outbox, add, run } = await openApp();
    const [receiver, other] = [await openReceiver(), await openReceiver()];
    receiver.setReply(() => ({ status, headers: status === 301 ? { location: other.url } : {} }));
    const id = await add('slack', await outbox.addRule('slack', { url: receiver.url, secrets: [] }));
    await run();
    expect((await outbox.read(id)).state).toBe(state);
    expect(await outbox.attempts(id)).toMatchObject([{ status }]);
    expect(other.received).toEqual([]);
  });

  it.each<[string, number, number]>([
    ['7200', 7_200_000, 8_700_000],
    ['1', 60_000, 73_000],
    ['99999999', 86_400_000, 104_000_000],
  ])('waits for Retry-After: %s within bounds', async (header, minMs, maxMs) => {
    const { outbox, add, run } = await openApp();
    const receiver = await openReceiver();
    receiver.setReply(() => ({ status: 429, headers: { 'retry-after': header } }));
    const id = await add('slack', await outbox.addRule('slack', { url: receiver.url, secrets: [] }));
    const beforeMs = Date.now();
    await run();
    const waitMs = (await outbox.read(id)).nextAt.getTime() - beforeMs;
    expect(waitMs).toBeGreaterThanOrEqual(minMs - 1000);
    expect(waitMs).toBeLessThan(maxMs + 60_000);
  });

  it('does not let a receiver that hangs delay the others', async () => {
    const { outbox, add, run } = await openApp({ timing: { postDeadlineMs: 300_000, postLeaseMs: 600_000 } });
    const [hanging, fine] = [await openReceiver(), await openReceiver()];
    let letGo: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => (letGo = () => resolve(undefined)));
    hanging.setReply(() => held);
    const hangingRule = await outbox.addRule('slack', { url: hanging.url, secrets: [] });
    const fineRule = await outbox.addRule('slack', { url: fine.url, secrets: [] });
    for (let nr = 0; nr < 12; nr += 1) await add('slack', hangingRule);
    for (let nr = 0; nr < 8; nr += 1) await add('slack', fineRule);
    const running = run();
    await expect.poll(() => fine.received.length, eventually).toBe(8);
    // Also those that are written while it hangs.
    await add('slack', fineRule);
    await expect.poll(() => fine.received.length, eventually).toBe(9);
    expect(hanging.received.length).toBeLessThanOrEqual(4);
    letGo();
    await running;
    expect(await outbox.countStates()).toEqual({ sent: 21 });
  });

  it('tries again after a timeout and a dropped connection, and cuts off a response without end', async () => {
    const { outbox, add, run } = await openApp();
    const [hanging, endless, dropping] = [await openReceiver(), await openReceiver(), await openReceiver()];
    hanging.setReply(() => 'hang');
    endless.setReply(() => 'endless');
    dropping.setReply(() => 'drop');
    const addFor = async ({ url }: Receiver) => add('slack', await outbox.addRule('slack', { url, secrets: [] }));
    const [cut, dropped] = [await addFor(endless), await addFor(dropping)];
    await run();
    expect(await outbox.read(cut)).toMatchObject({ state: 'sent' });
    expect((await outbox.attempts(cut))[0]?.response).toBe('x'.repeat(1000));
    expect(await outbox.read(dropped)).toMatchObject({ state: 'pending', attempts: 1 });
    const hung = await addFor(hanging);
    await createSendPostsJob({ ...outbox.deps, timing: { postDeadlineMs: 300 } }).run(never);
    expect(await outbox.read(hung)).toMatchObject({ state: 'pending', reason: 'No answer within 0.3 s.' });
  });

  it('stores no URL and no secret, also when the receiver repeats them', async () => {
    const { outbox, add, run } = await openApp();
    const receiver = await openReceiver();
    const url = `${receiver.url}/T0123/B456/slack-key?token=abc`;
    receiver.setReply(({ path }) => ({ status: 500, body: `${path} ${url} ${secret(1)} \0 \ud800` }));
    const id = await add('webhook', await outbox.addRule('webhook', { url, secrets: [secret(1)] }));
    const closed = await openReceiver();
    await closed.close();
    const unreachable = await add(
      'slack',
      await outbox.addRule('slack', { url: `${closed.url}/slack-key`, secrets: [] }),
    );
    await run();
    const { db } = outbox.deps.database;
    const stored = JSON.stringify([await db.select().from(outboxMessages), await db.select().from(outboxAttempts)]);
    expect(stored).not.toMatch(/slack-key|token=abc|whsec_/);
    expect((await outbox.read(id)).reason).toContain('…');
    expect((await outbox.read(unreachable)).reason).toBe('The receiver could not be reached (ECONNREFUSED).');
  });

  it.each([
    ['after 1,000 characters', (url: string) => 'x'.repeat(1000 - url.length + 2) + url],
    ['after 4,000 bytes', (url: string) => `${url} `.repeat(200)],
  ])('stores no part of a URL that the response repeats where it is cut, %s', async (_name, echo) => {
    const { outbox, add, run } = await openApp();
    const receiver = await openReceiver();
    const url = `${receiver.url}/slack-key/${'k'.repeat(50)}?token=abc`;
    receiver.setReply(() => ({ status: 500, body: echo(url) }));
    const id = await add('slack', await outbox.addRule('slack', { url, secrets: [] }));
    await run();
    expect((await outbox.attempts(id))[0]?.response).toMatch(/…$/);
    expect((await outbox.attempts(id))[0]?.response).not.toMatch(/http|kkk/);
  });

  it.each(['http://hooks.example/x', 'https://user:pw@hooks.example/x', 'ftp://127.0.0.1/x', 'file:///etc/passwd'])(
    'does not post to %s',
    async (url) => {
      const { outbox, add, run } = await openApp({
        fetch: () => {
          throw new Error('it was posted');
        },
      });
      const id = await add('slack', await outbox.addRule('slack', { url, secrets: [] }));
      await run();
      expect((await outbox.read(id)).state).toBe('failed');
    },
  );
});
