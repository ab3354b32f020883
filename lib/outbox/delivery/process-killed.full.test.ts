import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCipher, generateKey } from '../../core/cipher';
import { openPostgres } from '../../store/database/open-postgres';
import { readMigrations } from '../../store/database/read-migrations';
import { outboxMessages } from '../../store/schema/outbox';
import { createTestPostgresUrl } from '../../store/testing/open-test-database';
import { crashAt } from '../testing/crash-at';
import { openOutbox, type TestOutbox } from '../testing/open-outbox';
import { startMailServer, type MailServer } from '../testing/start-mail-server';
import { startReceiver, type Receiver } from '../testing/start-receiver';
import { createMailer, type Mailer } from './create-mailer';
import { readSmtpUrl } from './read-smtp-url';
import { createSendMailsJob } from './send-mails';
import { createSendPostsJob } from './send-posts';

/** Where a process is killed with SIGKILL, the state it leaves, and how many copies have arrived in the end. */
const points = [
  ['before_commit', undefined, 0],
  ['before_claim', 'pending', 1],
  ['claimed', 'sending', 1],
  ['before_send', 'sending', 1],
  ['after_send', 'sending', 2],
  ['outcome_committed', 'sent', 1],
] as const;

let outbox: TestOutbox;
let mailServer: MailServer;
let receiver: Receiver;
let mailer: Mailer;
let runJobs: () => Promise<void>;
const idsByPoint = new Map<string, { mailId: string; webhookId: string }>();
const leftStates = new Map<string, string>();
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

beforeAll(async () => {
  const databaseUrl = await createTestPostgresUrl();
  const database = await openPostgres({ url: databaseUrl, migrations: await readMigrations() });
  const key = generateKey();
  outbox = openOutbox(database, { cipher: createCipher([key]) });
  mailServer = await startMailServer();
  receiver = await startReceiver();
  mailer = createMailer({ from: 'm@company.example', ...outbox.deps }, readSmtpUrl(mailServer.url));
  const ruleId = await outbox.addRule('webhook', { url: receiver.url, secrets: [secret] });
  // One after the other, because each sends whatever is due.
  for (const [point] of points) {
    const ids = { mailId: randomUUID(), webhookId: randomUUID() };
    idsByPoint.set(point, ids);
    const args = { point, databaseUrl, key, smtpUrl: mailServer.url, ruleId, ...ids };
    await crashAt('lib/outbox/testing/send-and-crash.ts', args);
    // What it left waits until the end, so that the next process does not send it.
    await postpone();
  }
  for (const { id, state } of await database.db.select().from(outboxMessages)) leftStates.set(id, state);
  const { signal } = new AbortController();
  const jobs = [createSendMailsJob(outbox.deps, mailer), createSendPostsJob(outbox.deps)];
  runJobs = async () => void (await Promise.all(jobs.map((job) => job.run(signal))));
  await runJobs();
  await outbox.makeDue();
  await runJobs();
  await outbox.makeDue();
  await runJobs();
});
afterAll(async () => {
  mailer?.close();
  await mailServer?.close();
  await receiver?.close();
  await outbox?.deps.database.close();
});

describe('a process killed around a send', () => {
  it.each(points)('%s: leaves the state %s, and %i copies arrive in the end', (point, state, copies) => {
    const { mailId, webhookId } = idsByPoint.get(point) ?? { mailId: '', webhookId: '' };
    expect([leftStates.get(mailId), leftStates.get(webhookId)]).toEqual([state, state]);
    const recipient = `${point.replaceAll('_', '-')}@customer.example`;
    const mails = mailServer.received.filter(({ recipients }) => recipients.includes(recipient));
    expect(mails.map(({ mail }) => mail.messageId)).toEqual(
      Array.from({ length: copies }, () => `<${mailId}@landfall.company.example>`),
    );
    const posts = receiver.received.filter(({ body }) => body === JSON.stringify({ point }));
    expect(posts.map(({ headers }) => headers['webhook-id'])).toEqual(Array.from({ length: copies }, () => webhookId));
    expect(posts.every((post) => post.isSignedWith(secret))).toBe(true);
  });

  it('ends with every committed message sent', async () => {
    expect(await outbox.countStates()).toEqual({ sent: 10 });
  });
});

async function postpone(): Promise<void> {
  await outbox.deps.database.db.update(outboxMessages).set({ nextAt: new Date(Date.now() + 3_600_000) });
}
