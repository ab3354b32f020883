import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { systemClock } from '../core/clock';
import { observe } from '../imports/observations/observe';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { notificationItems, outboxEvents, outboxMessages } from '../store/schema/outbox';
import { deleteRules, updateRules } from '../store/testing/outbox-rows';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { createMessageJob } from './create-message-job';
import { createMailer, type Mailer } from './delivery/create-mailer';
import { readSmtpUrl } from './delivery/read-smtp-url';
import { createSendMailsJob } from './delivery/send-mails';
import { createSendPostsJob } from './delivery/send-posts';
import { crashAt } from './testing/crash-at';
import { openOutbox, type TestOutbox } from './testing/open-outbox';
import { startMailServer, type MailServer } from './testing/start-mail-server';
import { startReceiver, type Receiver } from './testing/start-receiver';

const key = generateKey();
let databaseUrl: string;
let outbox: TestOutbox;
let mailServer: MailServer;
let receiver: Receiver;
let mailer: Mailer;
beforeAll(async () => {
  databaseUrl = await createTestPostgresUrl();
  const database = await openPostgres({ url: databaseUrl, migrations: await readMigrations() });
  // Changes are collected for some seconds before staff get a message about them.
  const clock = { ...systemClock, now: () => new Date(Date.now() + 10_000) };
  outbox = openOutbox(database, { cipher: createCipher([key]), clock });
  mailServer = await startMailServer();
  receiver = await startReceiver();
  mailer = createMailer({ from: 'm@company.example', ...outbox.deps }, readSmtpUrl(mailServer.url));
});
afterAll(async () => {
  mailer?.close();
  await mailServer?.close();
  await receiver?.close();
  await outbox?.deps.database.close();
});

async function countRows() {
  const { db } = outbox.deps.database;
  return {
    events: await db.$count(outboxEvents),
    items: await db.$count(notificationItems),
    messages: await db.$count(outboxMessages, eq(outboxMessages.state, 'pending')),
  };
}

async function runJobs(): Promise<void> {
  const { signal } = new AbortController();
  await createMessageJob(outbox.deps, () => undefined).run(signal);
  await Promise.all([createSendMailsJob(outbox.deps, mailer).run(signal), createSendPostsJob(outbox.deps).run(signal)]);
}

/** Where a process is killed with SIGKILL, what it leaves, and how many messages each recipient has in the end. */
const points = [
  { point: 'before the commit of the change', left: { events: 0, items: 0, messages: 0 }, count: 0 },
  { point: 'after the commit of the change', left: { events: 1, items: 0, messages: 0 }, count: 1 },
  { point: 'before the commit of the expansion', left: { events: 1, items: 0, messages: 0 }, count: 1 },
  { point: 'after the commit of the expansion', left: { events: 0, items: 1, messages: 1 }, count: 1 },
  { point: 'before the commit of the collection', left: { events: 0, items: 1, messages: 1 }, count: 1 },
  { point: 'after the commit of the collection', left: { events: 0, items: 0, messages: 2 }, count: 1 },
];

it.each(points)(
  'killed $point: messages to the customer and to staff in the end: $count each',
  async ({ point, left, count }) => {
    const { deps } = outbox;
    const { db } = deps.database;
    // A rule of its own, because a rule writes its messages at intervals.
    await deleteRules(db);
    await outbox.addRule('webhook', {
      url: receiver.url,
      secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`],
    });
    await updateRules(db, { events: ['many_warnings'] });
    const importId = randomUUID();
    const username = `${importId}@customer.example`;
    await observe(deps, {
      ...{ environment: 'live', importId, source: 'lookup', seenAt: new Date(Date.now() - 60_000) },
      ...{ status: 'Collecting credentials', about: { username } },
    });
    await runJobs();
    expect(await countRows()).toEqual({ events: 0, items: 0, messages: 0 });

    await crashAt('lib/outbox/testing/change-and-crash.ts', { point, databaseUrl, key, importId });
    expect(await countRows()).toEqual(left);
    // Until the database has noticed the death, the rows of an open transaction are locked and left to it.
    await expect
      .poll(async () => {
        await runJobs();
        return countRows();
      })
      .toEqual({ events: 0, items: 0, messages: 0 });
    await runJobs();
    const mails = mailServer.received.filter(({ recipients }) => recipients.includes(username));
    const posts = receiver.received.filter(({ body }) => body.includes(importId));
    expect([mails.length, posts.length]).toEqual([count, count]);
  },
);
