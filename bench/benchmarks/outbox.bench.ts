import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { knownStatuses } from '../../lib/contract/status';
import { systemClock } from '../../lib/core/clock';
import { observeAll } from '../../lib/imports/observations/observe';
import { createMailer } from '../../lib/outbox/delivery/create-mailer';
import { toMailOptions } from '../../lib/outbox/delivery/to-mail-options';
import { readSmtpUrl } from '../../lib/outbox/delivery/read-smtp-url';
import { createSendMailsJob } from '../../lib/outbox/delivery/send-mails';
import { expandEvents } from '../../lib/outbox/expand-events';
import { decryptContent, type EmailContent } from '../../lib/outbox/message-content';
import { openOutbox, sampleEmail, type TestOutbox } from '../../lib/outbox/testing/open-outbox';
import { startMailServer, type MailServer } from '../../lib/outbox/testing/start-mail-server';
import type { Database } from '../../lib/store/database/database';
import { openDatabase } from '../../lib/store/database/open-database';
import { outboxEvents, outboxMessages } from '../../lib/store/schema/outbox';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import type { Comparison, MeasurementResult, RunOptions } from '../measurement';
import { dropEventTriggers } from '../apps/drop-event-triggers';
import { alternate, compare, summarize } from '../statistics';

export const name = 'outbox';
export const description =
  'changes that become e-mails against a bare nodemailer loop, and what they cost the observer';
export const quick = true;

const sizes = {
  full: { mails: 10_000, changes: 5_000, rounds: 3, changeRounds: 9 },
  quick: { mails: 20, changes: 20, rounds: 1, changeRounds: 1 },
} as const;
type Size = (typeof sizes)[keyof typeof sizes];

/** How many messages are applied together under load. */
const batch = 50;
const never = new AbortController().signal;
const publicOrigin = 'https://landfall.company.example';

export async function run({ quick: isQuick }: RunOptions): Promise<MeasurementResult> {
  const size = isQuick ? sizes.quick : sizes.full;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const postgres = await startTestPostgres();
  const opened: Database[] = [];
  const open = async (options: Parameters<typeof openDatabase>[0]) => {
    const database = await openDatabase(options);
    opened.push(database);
    return openOutbox(database);
  };
  try {
    const onPostgres = async () => open({ url: await postgres.createDatabase() });
    const outboxes = { PostgreSQL: await onPostgres(), PGlite: await open({ folder: join(folder, 'pglite') }) };
    return {
      comparisons: [
        ...(await measureMails(outboxes, size)),
        await measureChanges({ recorded: await onPostgres(), unrecorded: await onPostgres() }, size),
      ],
    };
  } finally {
    for (const database of opened) await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** E-mails a second, from changes that are stored to the server's last answer. Each round has other recipients. */
async function measureMails(
  outboxes: Record<'PostgreSQL' | 'PGlite', TestOutbox>,
  { mails, rounds }: Size,
): Promise<Comparison[]> {
  const writingMs: Record<keyof typeof outboxes, number[]> = { PostgreSQL: [], PGlite: [] };
  let content = sampleEmail;
  const measureEngine = (engine: keyof typeof outboxes) => async (round: number) => {
    const outbox = outboxes[engine];
    await changeImports(outbox, { prefix: `round-${round}`, count: mails });
    return withMailServer(mails, async (server) => {
      const startedMs = performance.now();
      await expandEvents(outbox.deps, never);
      writingMs[engine].push(performance.now() - startedMs);
      await sendAll(outbox, server);
      const tookMs = performance.now() - startedMs;
      content = await readContent(outbox);
      return tookMs;
    });
  };
  const rates = await alternate(
    {
      PostgreSQL: measureEngine('PostgreSQL'),
      PGlite: measureEngine('PGlite'),
      bare: () => withMailServer(mails, (server) => timeOf(() => sendBare(server, content, mails))),
    },
    { rounds },
  );
  return (['PostgreSQL', 'PGlite'] as const).flatMap((engine): Comparison[] => {
    const target = { of: 'ratio', atLeast: targetRatios[engine] } as const;
    const writing = summarize(writingMs[engine]);
    return [
      compare({ what: `e-mails about changes, ${engine}`, unit: 'per s', target }, rates[engine], {
        what: 'bare nodemailer',
        samples: rates.bare,
      }),
      {
        what: `messages written for ${mails} changes, ${engine}`,
        unit: 'ms',
        measured: writing.p50,
        spread: writing.mad,
      },
    ];
  });
}

const targetRatios = { PostgreSQL: 0.4, PGlite: 0.25 };

/** Status changes a second through the observer, with the triggers that record them for messages and without. */
async function measureChanges(
  outboxes: Record<'recorded' | 'unrecorded', TestOutbox>,
  { changes, changeRounds }: Size,
): Promise<Comparison> {
  await dropEventTriggers(outboxes.unrecorded.deps.database.db);
  const measureSide = (outbox: TestOutbox) => async (round: number) => {
    const ids = idsOf(`round-${round}`, changes);
    await observeImports(outbox, ids, knownStatuses[0]);
    const ms = await timeOf(() => observeImports(outbox, ids, knownStatuses[1]));
    await outbox.deps.database.db.delete(outboxEvents);
    return (changes / ms) * 1000;
  };
  const rates = await alternate(
    { unrecorded: measureSide(outboxes.unrecorded), recorded: measureSide(outboxes.recorded) },
    { rounds: changeRounds },
  );
  const target = { of: 'ratio', atLeast: 0.9 } as const;
  return compare({ what: 'status changes stored, PostgreSQL', unit: 'per s', target }, rates.recorded, {
    what: 'without the triggers',
    samples: rates.unrecorded,
  });
}

const idsOf = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);

async function observeImports({ deps }: TestOutbox, ids: readonly string[], status: string): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) {
    await observeAll(
      { database: deps.database, cipher: deps.cipher },
      ids.slice(from, from + batch).map((importId) => ({
        environment: 'live',
        importId,
        source: 'webhook',
        status,
        seenAt: systemClock.now(),
        about: { username: `${importId}@customer.example`, tool: 'Zendesk' },
      })),
    );
  }
}

/** Each import then has one change that its customer gets an e-mail about. */
async function changeImports(outbox: TestOutbox, { prefix, count }: { prefix: string; count: number }): Promise<void> {
  const ids = idsOf(prefix, count);
  await observeImports(outbox, ids, 'Sample migration in progress');
  await outbox.deps.database.db.delete(outboxEvents);
  await observeImports(outbox, ids, 'Migration in progress');
}

async function sendAll({ deps }: TestOutbox, { url }: MailServer): Promise<void> {
  const mailer = createMailer({ from: 'moves@company.example', publicOrigin, clock: systemClock }, readSmtpUrl(url));
  try {
    await createSendMailsJob(deps, mailer).run(never);
  } finally {
    mailer.close();
  }
}

/** Sends the same messages over as many connections, without a database. */
async function sendBare({ port }: MailServer, content: EmailContent, count: number): Promise<void> {
  const transport = createTransport({ pool: true, maxConnections: 5, host: 'localhost', port, secure: false });
  const composer = { from: 'moves@company.example', publicOrigin, now: systemClock.now() };
  await Promise.all(
    idsOf('bare', count).map((id) =>
      transport.sendMail(toMailOptions(composer, { id, recipient: `${id}@customer.example`, content })),
    ),
  );
  transport.close();
}

async function readContent({ deps }: TestOutbox): Promise<EmailContent> {
  const [row] = await deps.database.db.select().from(outboxMessages).limit(1);
  const content = row?.contentEncrypted ? decryptContent(deps, row.contentEncrypted) : undefined;
  if (content?.kind !== 'email') throw new Error('no e-mail was written');
  return content;
}

/** Messages a second. A new server each time, because it keeps what it received. */
async function withMailServer(mails: number, send: (server: MailServer) => Promise<number>): Promise<number> {
  const server = await startMailServer();
  try {
    const ms = await send(server);
    if (server.received.length !== mails) throw new Error(`${server.received.length} of ${mails} e-mails arrived`);
    return (mails / ms) * 1000;
  } finally {
    await server.close();
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
