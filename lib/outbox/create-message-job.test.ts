import { expect, it, type TestContext } from 'vitest';
import { startBackgroundJobs } from '../core/background-jobs';
import { systemClock } from '../core/clock';
import { eventually } from '../core/testing/eventually';
import { staffCaller } from '../sponsorship/testing/staff-caller';
import { issueMigrationToken } from '../start/customer-links';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { changeChannel } from '../store/events/changes';
import { outboxMessages } from '../store/schema/outbox';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { createMessageJob } from './create-message-job';
import { createMailbox } from './delivery/create-mailer';
import { createSendMailsJob } from './delivery/send-mails';
import { expandEvents } from './expand-events';
import { requestLinks } from './links/request-links';
import { sendLink } from './links/send-link';
import { resendMessage } from './log/resend-message';
import { customerCaller, openContacts } from './testing/open-contacts';

const everyMs = 86_400_000;
const email = 'ops@acme.example';

/** One instance that serves requests and another that runs the jobs, whose intervals do not pass. */
async function openInstances(onTestFinished: TestContext['onTestFinished']) {
  const url = await createTestPostgresUrl();
  const migrations = await readMigrations();
  const [serving, working] = await Promise.all([openPostgres({ url, migrations }), openPostgres({ url, migrations })]);
  const app = openContacts(serving);
  const { deps } = app;
  const importId = await app.addImport(email);
  await expandEvents(deps, new AbortController().signal);
  await serving.db.update(outboxMessages).set({ state: 'sent' });
  return {
    deps,
    importId,
    readLink: async () => (await app.listMessages()).find(({ event }) => event === 'send_link'),
    async startJobs() {
      const ran = new Set<string>();
      const metrics = { jobRun: ({ job }: { job: string }) => void ran.add(job), message: () => undefined };
      // Passes like the system's clock, and began with that of the other instance.
      const aheadMs = deps.clock.now().getTime() - Date.now();
      const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
      const own = { ...deps, database: working, clock, metrics, fetch };
      const listed = [createMessageJob(own, () => jobs.wake()), createSendMailsJob(own, createMailbox())];
      const jobs = startBackgroundJobs({ ...own, jobs: listed.map((job) => ({ ...job, everyMs })) });
      await working.listen(changeChannel, jobs.wake, jobs.wake);
      onTestFinished(async () => {
        await jobs.stop();
        await Promise.all([serving.close(), working.close()]);
      });
      // From now on, they wait for the interval.
      await expect.poll(() => ran.size, eventually).toBe(2);
    },
  };
}

it.concurrent('sends links that a customer requests without waiting for the interval', async ({ onTestFinished }) => {
  const { deps, readLink, startJobs } = await openInstances(onTestFinished);
  await startJobs();
  await requestLinks(deps, { caller: customerCaller, email, language: 'en', website: '' });
  await expect.poll(async () => (await readLink())?.state, eventually).toBe('sent');
});

it.concurrent('sends what staff resend without waiting for the interval', async ({ onTestFinished }) => {
  const { deps, importId, readLink, startJobs } = await openInstances(onTestFinished);
  const linkToken = issueMigrationToken(deps, importId);
  await sendLink(deps, { caller: customerCaller, linkToken, email: '', language: 'en' });
  const message = await readLink();
  if (!message) throw new Error('no message');
  await deps.database.db.update(outboxMessages).set({ state: 'failed' });
  await startJobs();
  const nextAt = message.nextAt.toISOString();
  await resendMessage(deps, { id: message.id, nextAt, caller: staffCaller('Ada') });
  await expect.poll(async () => (await readLink())?.state, eventually).toBe('sent');
});
