import { observe } from '../imports/observations/observe';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readImportDetail } from '../import-detail/read-import-detail';
import type { Caller } from '../contract/caller';
import type { Language } from '../contract/languages';
import { ServiceError } from '../core/errors';
import { settleAttempts } from '../imports/creation/settle-attempts';
import { fillInFacts } from '../imports/detail/fill-in-facts';
import { settleManually } from '../imports/creation/settle-manually';
import { decideSponsorship } from '../sponsorship/decide-sponsorship';
import { writeConfirmations } from '../outbox/contacts/write-confirmations';
import { makeOutboxDeps } from '../outbox/testing/make-outbox-deps';
import { addStaff, staffCaller } from '../sponsorship/testing/staff-caller';
import {
  findAttemptByImport,
  findLastSuccessor,
  getAttempt,
  listOpenAttempts,
  moveAttempt,
} from '../store/imports/creation-attempts';
import { listImportFacts } from '../store/imports/import-facts';
import { getImport } from '../store/imports/imports';
import { getStartLink } from '../store/imports/start-links';
import { listContacts, saveContact } from '../store/outbox/contacts';
import { creationAttempts } from '../store/schema/creation-attempts';
import { outboxMessages } from '../store/schema/outbox';
import { fullRequests } from '../store/schema/sponsorship';
import { openTestDatabase } from '../store/testing/open-test-database';
import { fileUnmatchedRequest, findByOperatorToken, requestFullByLink } from './request-full-by-link';
import { createStartLink } from './create-start-link';
import { issueMigrationToken, readMigrationToken, readStartToken } from './customer-links';
import { openCurrentMigration } from './open-migration-link';
import { openStartLink, readOpenModeAttempt } from './open-start-link';
import { readMigration } from './read-migration';
import { shareMigrationLink } from './share-migration-link';
import { startAgain } from './start-again';
import { startMigration, type StartResult } from './start-migration';
import type { StartDeps } from './start-deps';
import { customerCaller, openStart } from './testing/open-start';

let app: Awaited<ReturnType<typeof openStart>>;
const amira = staffCaller('Amira');
beforeAll(async () => {
  app = await openStart(await openTestDatabase());
  await addStaff(app.deps.database.db, amira);
});
afterAll(() => app.close());

const newName = () => `ops-${randomUUID().slice(0, 8)}@acme.example`;
const day = 86_400_000;
let addresses = 0;
/** Each in its own network, so that the limits of the open form are not reached. */
const newAddress = () => `198.${(addresses += 1)}.0.1`;

async function makeLink(
  username: string,
  more: { oneUse?: boolean; tools?: string[]; language?: Language } = {},
): Promise<string> {
  const { url } = await createStartLink(app.deps, {
    caller: customerCaller(),
    body: { username, oneUse: false, expiresInS: 7 * 24 * 3600, ...more },
  });
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

interface Given {
  caller?: Caller;
  attempt?: string;
  sourceTool?: string;
  linkToken?: string;
  username?: string;
  visitorId?: string;
  honeypot?: string;
  contactEmail?: string;
  language?: Language;
  again?: string;
}

function start(given: Given, deps: StartDeps = app.deps): Promise<StartResult> {
  return startMigration(deps, {
    caller: given.caller ?? customerCaller(),
    visitorId: given.visitorId ?? null,
    form: {
      attempt: given.attempt ?? randomUUID(),
      source_tool: given.sourceTool ?? 'Zendesk',
      link: given.linkToken,
      destination_username: given.username ?? '',
      website: given.honeypot ?? '',
      again: given.again,
      contact_email: given.contactEmail,
      language: given.language,
    },
  });
}

function importOf(started: StartResult | { kind: 'leave'; migrationToken: string }): string {
  if (started.kind !== 'leave') throw new Error(`not on the way: ${started.kind}`);
  const opened = readMigrationToken(app.deps, started.migrationToken);
  if (!opened.ok) throw new Error('a link that does not open');
  return opened.link.importId;
}

const reportGone = (importId: string) =>
  observe(app.deps.observer, {
    ...{ environment: 'live', importId, source: 'lookup', status: null, gone: true, seenAt: new Date() },
  });

const report = (importId: string, status: string) =>
  observe(app.deps.observer, { environment: 'live', importId, source: 'webhook', status, seenAt: new Date() });

describe('an address for updates', () => {
  const attemptOf = (started: StartResult) => findAttemptByImport(app.deps.database.db, 'live', importOf(started));

  test('is stored with the language of the page where the username is not an address', async () => {
    const linkToken = await makeLink(`ops-${randomUUID()}`);
    const started = await start({ linkToken, contactEmail: ' Ada@Example.com ', language: 'de' });
    expect(await attemptOf(started)).toMatchObject({ contactEmail: 'ada@example.com', language: 'de' });
  });

  test('is not stored if it is the username, or mail is not set up', async () => {
    const own = newName();
    const contactEmail = 'ada@example.com';
    const started = [
      await start({ linkToken: await makeLink(own), contactEmail }),
      await start({ username: own, visitorId: randomUUID(), contactEmail: own.toUpperCase() }, app.openModeDeps),
      await start({ linkToken: await makeLink(randomUUID()), contactEmail }, { ...app.deps, mailMode: 'off' }),
    ];
    for (const result of started) expect(await attemptOf(result)).toMatchObject({ contactEmail: null });
  });

  test.each(['ada', 'ada@example.com\r\nBcc: eve@example.com', 'a@example.com, b@example.com', '<ada@example.com>'])(
    'such as %j is rejected with what was typed, without calling the service',
    async (contactEmail) => {
      const [username, attempt, visitorId] = [`ops-${randomUUID()}`, randomUUID(), randomUUID()];
      const given = { username, attempt, visitorId, contactEmail, sourceTool: 'Freshdesk' };
      for (let times = 0; times < 2; times += 1) {
        expect(await start({ ...given, caller: customerCaller(newAddress()) }, app.openModeDeps)).toEqual({
          kind: 'back',
          attempt,
        });
      }
      expect(await readOpenModeAttempt(app.openModeDeps, attempt)).toMatchObject({
        state: 'invalid',
        username,
        tool: 'Freshdesk',
        contactEmail: contactEmail.toLowerCase(),
        errors: [{ field: 'contact_email' }],
      });
      expect(app.importsOf(username)).toEqual([]);
      const corrected = { ...given, attempt: randomUUID(), contactEmail: 'ada@example.com' };
      const started = await start({ ...corrected, caller: customerCaller(newAddress()) }, app.openModeDeps);
      expect(await attemptOf(started)).toMatchObject({ contactEmail: 'ada@example.com' });
      expect(app.importsOf(username)).toHaveLength(1);
    },
  );

  test('is kept when the customer starts again after a lost response', async () => {
    const username = `ops-${randomUUID()}`;
    const linkToken = await makeLink(username);
    const contactEmail = 'ada@example.com';
    app.injectFault(username, 'reset-after');
    const [lost] = [await start({ linkToken, contactEmail, language: 'de' })];
    if (lost.kind !== 'back') throw new Error('the response was not lost');
    expect(await openStartLink(app.deps, linkToken)).toMatchObject({ kind: 'form', attempt: { contactEmail } });
  });
});

describe('with a signed link', () => {
  const withClient = (client: Partial<StartDeps['client']>) => ({
    ...app.deps,
    client: { ...app.deps.client, ...client },
  });
  const down = () => Promise.reject(new ServiceError('service_unreachable', { workDone: 'no' }));

  test('two tabs with two clicks each create one import, never a paid one', async () => {
    const username = newName();
    const linkToken = await makeLink(username);
    const tabs = [randomUUID(), randomUUID()];
    const started = await Promise.all([...tabs, ...tabs].map((attempt) => start({ linkToken, attempt })));
    expect(new Set(started.map(importOf)).size).toBe(1);
    expect(app.importsOf(username)).toMatchObject([{ startFull: false }]);
  });

  test('choosing another tool in a second tab resumes the first import', async () => {
    const username = newName();
    const linkToken = await makeLink(username);
    const first = importOf(await start({ linkToken }));
    expect(importOf(await start({ linkToken, sourceTool: 'Freshdesk' }))).toBe(first);
    expect(app.importsOf(username)).toHaveLength(1);
  });

  test('an expired link starts nothing, but opens its migration', async () => {
    const [used, unused] = [await makeLink(newName(), { language: 'fr' }), await makeLink(newName())];
    const first = importOf(await start({ linkToken: used }));
    app.advance(8 * day);
    expect(await openStartLink(app.deps, unused)).toEqual({ kind: 'expired', language: null });
    expect(await start({ linkToken: unused })).toEqual({ kind: 'page' });
    expect(await openStartLink(app.deps, used)).toMatchObject({ kind: 'resume' });
    expect(importOf(await start({ linkToken: used }))).toBe(first);
    app.advance(200 * day);
    expect(await openStartLink(app.deps, used)).toEqual({ kind: 'expired', language: 'fr' });
  });

  test('a link whose import is gone starts again, unless it was for one use', async () => {
    for (const oneUse of [false, true]) {
      const username = newName();
      const linkToken = await makeLink(username, { oneUse, language: 'fr' });
      const first = importOf(await start({ linkToken }));
      await reportGone(first);
      expect(await openStartLink(app.deps, linkToken)).toMatchObject(
        oneUse ? { kind: 'used', language: 'fr' } : { kind: 'form' },
      );
      const again = await start({ linkToken });
      expect(again.kind).toBe(oneUse ? 'page' : 'leave');
      expect(app.importsOf(username)).toHaveLength(oneUse ? 1 : 2);
    }
  });

  test('with the start page off, a link starts nothing, but opens its migration', async () => {
    const off: StartDeps = { ...app.deps, startPage: 'off' };
    const [used, unused] = [await makeLink(newName()), await makeLink(newName())];
    await start({ linkToken: used });
    expect(await openStartLink(off, used)).toMatchObject({ kind: 'resume' });
    expect(await openStartLink(off, unused)).toMatchObject({ kind: 'off' });
    expect(await start({ linkToken: unused }, off)).toEqual({ kind: 'page' });
  });

  test('a link whose import was completed and then archived still opens it', async () => {
    for (const oneUse of [false, true]) {
      const linkToken = await makeLink(newName(), { oneUse });
      const first = importOf(await start({ linkToken }));
      await report(first, 'Migration completed');
      await reportGone(first);
      expect(await openStartLink(app.deps, linkToken)).toMatchObject({ kind: 'resume' });
      expect(importOf(await start({ linkToken }))).toBe(first);
    }
  });

  test('a missing or wrong tool is rejected without calling the service', async () => {
    const username = newName();
    const linkToken = await makeLink(username, { tools: ['Zendesk'] });
    for (const sourceTool of ['', 'Freshdesk']) {
      expect(await start({ linkToken, sourceTool })).toEqual({ kind: 'missing', fields: ['tool'] });
    }
    expect(app.simulator.log().some(({ path }) => path.includes(encodeURIComponent(username)))).toBe(false);
  });

  test('a rejection by the service is stored with the attempt, for this link only', async () => {
    const linkToken = await makeLink(newName());
    const attempt = randomUUID();
    expect(await start({ linkToken, attempt, sourceTool: 'No such tool' })).toEqual({ kind: 'back', attempt });
    expect(await openStartLink(app.deps, linkToken, attempt)).toMatchObject({
      kind: 'form',
      attempt: { state: 'invalid', errors: [{ field: 'source_tool' }] },
    });
    expect(await openStartLink(app.deps, await makeLink(newName()), attempt)).toMatchObject({ attempt: null });
  });

  test('after a lost response the link waits until the customer starts again', async () => {
    const username = newName();
    const linkToken = await makeLink(username);
    app.injectFault(username, 'reset-after');
    const lost = await start({ linkToken });
    if (lost.kind !== 'back') throw new Error(lost.kind);
    expect(await start({ linkToken })).toEqual(lost);
    expect(await openStartLink(app.deps, linkToken)).toMatchObject({ kind: 'form', attempt: { id: lost.attempt } });
    const failed = await start({ linkToken, again: lost.attempt }, withClient({ listImports: down }));
    if (failed.kind !== 'back') throw new Error(failed.kind);
    expect(await openStartLink(app.deps, linkToken, failed.attempt)).toMatchObject({
      attempt: { id: failed.attempt, state: 'not_created', retryOf: lost.attempt },
    });
    expect(await openStartLink(app.deps, linkToken)).toMatchObject({
      attempt: { id: lost.attempt, state: 'unknown', retryOf: lost.attempt },
    });
    const next = await start({ linkToken, again: lost.attempt });
    expect(app.importsOf(username)).toHaveLength(2);
    expect(await getAttempt(app.deps.database.db, lost.attempt)).toMatchObject({ state: 'abandoned' });
    expect(importOf(await start({ linkToken }))).toBe(importOf(next));
  });

  /** An import whose creation was not answered, found afterwards. */
  async function findLostImport(username = newName(), given: Pick<Given, 'contactEmail' | 'language'> = {}) {
    const linkToken = await makeLink(username);
    app.injectFault(username, 'reset-after');
    await start({ linkToken, ...given });
    await settleAttempts(app.deps);
    const opened = await openStartLink(app.deps, linkToken);
    if (opened.kind !== 'resume') throw new Error(opened.kind);
    return { username, linkToken, migrationToken: opened.migrationToken };
  }

  test('an import found after a lost response is resumed, and can be started again', async () => {
    const { username, migrationToken } = await findLostImport();
    expect(await readMigration(app.deps, migrationToken)).toMatchObject({
      migration: { canContinue: false, canStartAgain: true },
    });
    const attempt = randomUUID();
    const again = () => startAgain(app.deps, { caller: customerCaller(), linkToken: migrationToken, attempt });
    const [one, other] = await Promise.all([again(), again()]);
    expect(importOf(one)).toBe(importOf(other));
    expect(app.importsOf(username)).toHaveLength(2);
    // The old page now leads to the new one.
    const moved = await readMigration(app.deps, migrationToken);
    if (moved.kind !== 'moved') throw new Error(moved.kind);
    expect(await readMigration(app.deps, moved.migrationToken)).toMatchObject({
      importId: importOf(one),
      migration: { canContinue: true, canStartAgain: false },
    });
    const staff = await readImportDetail(app.deps.detail, 'live', importOf(one));
    expect(staff?.notes.map(({ text }) => text).join()).toContain('Replaces import');
  });

  test('starting again keeps the username that staff corrected', async () => {
    const { migrationToken } = await findLostImport();
    const [corrected, caller] = [newName(), staffCaller('Priya', 'agent')];
    await fillInFacts(app.deps, {
      ...{ caller, environment: 'live', importId: importOf({ kind: 'leave', migrationToken }) },
      body: { username: corrected },
    });
    const again = { caller: customerCaller(), linkToken: migrationToken, attempt: randomUUID() };
    const importId = importOf(await startAgain(app.deps, again));
    const { db } = app.deps.database;
    expect(await getImport(db, 'live', importId)).toMatchObject({ username: corrected });
    const facts = await listImportFacts(db, 'live', [importId]);
    expect(facts).toContainEqual(expect.objectContaining({ value: corrected, source: 'staff', by: 'Priya' }));
  });

  test('without the name of the customer, which was erased as that of another one, nothing is started again', async () => {
    const { linkToken, migrationToken } = await findLostImport();
    const importId = importOf({ kind: 'leave', migrationToken });
    const { db } = app.deps.database;
    await db.update(creationAttempts).set({ username: null }).where(eq(creationAttempts.importId, importId));
    expect(await readMigration(app.deps, migrationToken)).toMatchObject({ migration: { canStartAgain: false } });
    await reportGone(importId);
    expect(await openStartLink(app.deps, linkToken)).toMatchObject({ kind: 'used' });
  });

  const accept = (importId: string, holdMs: number) =>
    decideSponsorship(
      { ...app.deps.sponsorship, holdMs },
      {
        ...{ caller: amira, environment: 'live', importId, kind: 'accept' },
        body: { reason: 'Annual plan', note: '', overrideBudget: false, decisionId: null },
      },
    );
  const advances = {
    'the customer has connected the tools': (id) => report(id, 'Waiting to start sample migration'),
    'its sample is complete': (id) => report(id, 'Sample migration completed'),
    'it is accepted': (id) => accept(id, 0),
    'its acceptance waits to be sent': (id) => accept(id, 60_000),
  } satisfies Record<string, (importId: string) => Promise<unknown>>;

  test.each(Object.entries(advances))('an import is not started again if %s', async (_, advance) => {
    const { username, migrationToken } = await findLostImport();
    const importId = importOf({ kind: 'leave', migrationToken });
    const again = (deps: StartDeps) =>
      startAgain(deps, { caller: customerCaller(), linkToken: migrationToken, attempt: randomUUID() });
    const { database } = app.deps;
    let advanced: Promise<unknown> | undefined;
    const transaction: typeof database.transaction = async (work) => {
      await (advanced ??= advance(importId));
      return database.transaction(work);
    };
    // At the same time, then from a page that was opened before.
    expect(await again({ ...app.deps, database: { ...database, transaction } })).toEqual({ kind: 'page' });
    expect(await again(app.deps)).toEqual({ kind: 'page' });
    expect(app.importsOf(username)).toHaveLength(1);
    expect(await readMigration(app.deps, migrationToken)).toMatchObject({
      ...{ kind: 'migration', importId, migration: { canStartAgain: false } },
    });
  });

  const listOpen = (username: string) => listOpenAttempts(app.deps.database.db, 'live', username);

  /** Each ends a second creation without an import. */
  const failures = {
    'the service is down': (_, again) => again(withClient({ listImports: down })),
    'the service goes down after the lookup': (_, again) => again(withClient({ createImport: down })),
    'the service rejects it': (_, again) => {
      const rejected = new ServiceError('service_invalid', { workDone: 'no' });
      return again(withClient({ createImport: () => Promise.reject(rejected) }));
    },
    'the process ends before the request is sent': async (username, again) => {
      await new Promise<void>((reached) => {
        const listImports = () => {
          reached();
          return new Promise<never>(() => {});
        };
        void again(withClient({ listImports }));
      });
      for (const { id } of await listOpen(username)) {
        await moveAttempt(app.deps.database.db, { id, from: ['recorded'], to: 'recorded', leaseForMs: -1 });
      }
      await settleAttempts(app.deps);
    },
    'the response is lost and two lookups find no import': async (username, again) => {
      app.injectFault(username, 'reset-before');
      await again(app.deps);
      await settleAttempts(app.deps);
      app.advance(60_000);
      await settleAttempts(app.deps);
    },
    'the response is lost and staff report that nothing was created': async (username, again) => {
      app.injectFault(username, 'reset-before');
      await again(app.deps);
      const [open] = await listOpen(username);
      const settled = { environment: 'live', attempt: open?.id ?? '', importId: null } as const;
      await settleManually(app.deps, { caller: staffCaller('Priya', 'agent'), ...settled });
    },
  } satisfies Record<string, (username: string, again: (deps: StartDeps) => Promise<unknown>) => Promise<unknown>>;

  test.each(Object.entries(failures))('starting again changes nothing if %s', async (_, fail) => {
    const { username, linkToken, migrationToken } = await findLostImport();
    const again = (deps: StartDeps) =>
      startAgain(deps, { caller: customerCaller(), linkToken: migrationToken, attempt: randomUUID() });
    const link = readStartToken(app.deps, linkToken);
    if (!link.ok) throw new Error(link.reason);
    const readLink = () => getStartLink(app.deps.database.db, link.link.id);
    const before = await readLink();
    expect(before).toMatchObject({ importId: expect.any(String), usedAt: expect.any(Date) });
    await fail(username, again);
    expect(await readMigration(app.deps, migrationToken)).toMatchObject({ migration: { canStartAgain: true } });
    expect(await readLink()).toEqual(before);
    app.advance(8 * day);
    expect(await openStartLink(app.deps, linkToken)).toMatchObject({ kind: 'resume' });
    const started = await Promise.all([again(app.deps), again(app.deps)]);
    // The page, if the other one has already ended.
    const leaving = started.filter(({ kind }) => kind !== 'page').map(importOf);
    expect(new Set(leaving).size).toBe(1);
    expect(app.importsOf(username)).toHaveLength(2);
    expect(await readLink()).toMatchObject({ importId: leaving[0] });
    expect(await readMigration(app.deps, migrationToken)).toMatchObject({ kind: 'moved' });
  });

  test('while the outcome of starting again is unknown, the page does not offer it, and shows when it does', async () => {
    const { username, migrationToken } = await findLostImport();
    const again = () =>
      startAgain(app.deps, { caller: customerCaller(), linkToken: migrationToken, attempt: randomUUID() });
    const read = async () => {
      const opened = await readMigration(app.deps, migrationToken);
      return opened.kind === 'migration' ? opened.migration : undefined;
    };
    app.injectFault(username, 'reset-before');
    expect((await again()).kind).toBe('back');
    const meanwhile = await read();
    expect(meanwhile?.canStartAgain).toBe(false);
    expect(await again()).toEqual({ kind: 'page' });
    expect(app.importsOf(username)).toHaveLength(1);
    const [open] = await listOpen(username);
    const settled = { environment: 'live', attempt: open?.id ?? '', importId: null } as const;
    await settleManually(app.deps, { caller: staffCaller('Priya', 'agent'), ...settled });
    const after = await read();
    expect(after?.canStartAgain).toBe(true);
    expect(after?.version).not.toBe(meanwhile?.version);
  });

  test('an import is replaced although the first response to starting again was lost too', async () => {
    const { username, linkToken, migrationToken } = await findLostImport();
    app.injectFault(username, 'reset-before');
    await startAgain(app.deps, { caller: customerCaller(), linkToken: migrationToken, attempt: randomUUID() });
    const [lost] = await listOpen(username);
    const next = await start({ linkToken, again: lost?.id ?? '' });
    const moved = await readMigration(app.deps, migrationToken);
    if (moved.kind !== 'moved') throw new Error(moved.kind);
    expect(importOf({ kind: 'leave', migrationToken: moved.migrationToken })).toBe(importOf(next));
    expect(importOf(await start({ linkToken }))).toBe(importOf(next));
    expect(await listOpen(username)).toEqual([]);
  });

  test('an import that moves on while the outcome of starting again is unknown is not replaced', async () => {
    const { username, migrationToken } = await findLostImport();
    const importId = importOf({ kind: 'leave', migrationToken });
    app.injectFault(username, 'reset-after');
    await startAgain(app.deps, { caller: customerCaller(), linkToken: migrationToken, attempt: randomUUID() });
    await report(importId, 'Sample migration completed');
    await settleAttempts(app.deps);
    expect(await listOpen(username)).toEqual([]);
    expect(app.importsOf(username)).toHaveLength(2);
    expect(await readMigration(app.deps, migrationToken)).toMatchObject({ kind: 'migration', importId });
    expect(await findLastSuccessor(app.deps.database.db, 'live', importId)).toBe(importId);
  });

  test('starting again keeps the address, its language and the unsubscription, and an address that waits gets a new e-mail', async () => {
    const { db } = app.deps.database;
    const at = new Date();
    const common = { environment: 'live', by: 'customer', at } as const;
    const username = newName();
    const confirmed = { email: 'ops@acme.example', language: 'fr', source: 'customer', confirmedAt: at } as const;
    const waiting = { email: newName(), language: 'fr', source: 'customer' } as const;
    const byStaff = { ...waiting, email: newName(), source: 'staff' } as const;
    const left = { unsubscribedAt: at, unsubscribedEmails: ['old@acme.example'] };
    const form = { contactEmail: newName(), language: 'de' } as const;
    const removed = { email: null, source: 'username' } as const;
    type Kept = Partial<Parameters<typeof saveContact>[1]>;
    const cases: { kept?: Kept; asked?: [string, string]; own?: string }[] = [
      { kept: { source: 'username', ...left }, own: newName() },
      { kept: { ...confirmed, unsubscribedAt: at } },
      { kept: confirmed },
      { kept: waiting, asked: [waiting.email, 'fr'] },
      { kept: { ...waiting, ...left }, asked: [waiting.email, 'fr'], own: newName() },
      { kept: { ...waiting, ...left, unsubscribedEmails: [waiting.email] } },
      { kept: byStaff, asked: [byStaff.email, 'fr'] },
      { kept: { ...byStaff, email: username }, own: username },
      { kept: removed },
      { asked: [form.contactEmail, 'de'] },
    ];
    for (const { kept, asked, own = `ops-${randomUUID()}` } of cases) {
      const { migrationToken } = await findLostImport(own, form);
      const before = importOf({ kind: 'leave', migrationToken });
      if (kept) await saveContact(db, { ...common, source: 'username', ...kept, importId: before });
      const again = { caller: customerCaller(), linkToken: migrationToken, attempt: randomUUID() };
      const importId = importOf(await startAgain(app.deps, again));
      const outbox = makeOutboxDeps(app.deps.database);
      for (let n = 0; n < 2; n += 1)
        await app.deps.database.transaction((tx) => writeConfirmations(outbox, tx, [importId]));
      const messages = await db.select().from(outboxMessages).where(eq(outboxMessages.importId, importId));
      expect(messages.map(({ recipient, language }) => [recipient, language])).toEqual(asked ? [asked] : []);
      expect(await listContacts(db, [importId])).toMatchObject([kept ?? { email: form.contactEmail, language: 'de' }]);
    }
  });

  test('links and import tokens from before a key rotation still work', async () => {
    const username = newName();
    const linkToken = await makeLink(username);
    const rotated = app.rotated();
    const first = importOf(await start({ linkToken }));
    expect(await openStartLink(rotated, linkToken)).toMatchObject({ kind: 'resume' });
    const [made] = app.importsOf(username);
    const found = await findByOperatorToken(rotated, { token: String(made?.['token']), address: '203.0.113.1' });
    expect(await readMigration(rotated, found?.migrationToken ?? '')).toMatchObject({
      importId: first,
      migration: { canContinue: true },
    });
    expect(await findByOperatorToken(rotated, { token: 'a guess', address: '203.0.113.1' })).toBeUndefined();
  });

  test('customers whom the service sends here get the language of their start link', async () => {
    const languageOf = async (more: { language?: Language }) => {
      const username = newName();
      await start({ linkToken: await makeLink(username, more) });
      const token = String(app.importsOf(username)[0]?.['token']);
      return (await findByOperatorToken(app.deps, { token, address: '203.0.113.2' }))?.language;
    };
    expect(await languageOf({ language: 'fr' })).toBe('fr');
    expect(await languageOf({})).toBeNull();
  });
});

test('a link from staff opens in the language that the customer chose, else in that of the start', async () => {
  const importId = importOf(await start({ linkToken: await makeLink(newName(), { language: 'fr' }) }));
  const share = (id: string) =>
    shareMigrationLink(app.deps, { caller: staffCaller('Priya', 'agent'), environment: 'live', importId: id });
  expect(await share(importId)).toMatch(/\?lang=fr$/);
  await saveContact(app.deps.database.db, {
    ...{ environment: 'live', importId, source: 'username', by: 'customer', at: new Date(), language: 'ar' },
  });
  expect(await share(importId)).toMatch(/\?lang=ar$/);
  expect(await share(importOf(await start({ linkToken: await makeLink(newName()) })))).not.toContain('?');
});

describe('open mode', () => {
  const windowMs = 15 * 60_000;
  const visit = (given: Given) => start(given, app.openModeDeps);

  test('two tabs of one browser create one import, which other browsers cannot open', async () => {
    const username = newName();
    const visitorId = randomUUID();
    const [one, other] = await Promise.all([visit({ username, visitorId }), visit({ username, visitorId })]);
    expect(importOf(one)).toBe(importOf(other));
    app.advance(10_000);
    const stranger = await visit({ username, visitorId: randomUUID(), caller: customerCaller('203.0.113.7') });
    expect(importOf(stranger)).not.toBe(importOf(one));
    expect(app.importsOf(username)).toHaveLength(2);
  });

  test('requires a name and a tool, and an empty honeypot', async () => {
    expect(await visit({ username: '  ' })).toEqual({ kind: 'missing', fields: ['username'] });
    expect(await visit({ username: newName(), sourceTool: '' })).toEqual({ kind: 'missing', fields: ['tool'] });
    expect(await visit({ username: newName(), honeypot: 'spam' })).toEqual({ kind: 'busy' });
  });

  test('a lost attempt can be replaced by its own browser only', async () => {
    app.advance(windowMs);
    const username = newName();
    const visitorId = randomUUID();
    app.injectFault(username, 'reset-after');
    const lost = await visit({ username, visitorId });
    if (lost.kind !== 'back') throw new Error(lost.kind);
    await visit({ username, visitorId: randomUUID(), again: lost.attempt });
    expect(await getAttempt(app.deps.database.db, lost.attempt)).toMatchObject({ state: 'unknown' });
    expect((await visit({ username, visitorId, again: lost.attempt })).kind).toBe('leave');
    expect(await getAttempt(app.deps.database.db, lost.attempt)).toMatchObject({ state: 'abandoned' });
  });

  test('an import that is gone is replaced by its own browser only', async () => {
    app.advance(windowMs);
    const username = newName();
    const visitorId = randomUUID();
    const first = await visit({ username, visitorId });
    await reportGone(importOf(first));
    await visit({ username, visitorId: randomUUID() });
    expect(await findAttemptByImport(app.deps.database.db, 'live', importOf(first))).toMatchObject({
      state: 'created',
    });
    const [one, other] = await Promise.all([visit({ username, visitorId }), visit({ username, visitorId })]);
    expect(importOf(one)).not.toBe(importOf(first));
    expect(importOf(other)).toBe(importOf(one));
    expect(app.importsOf(username)).toHaveLength(3);
    if (first.kind !== 'leave') throw new Error(first.kind);
    expect(await openCurrentMigration(app.deps, first.migrationToken)).toBeNull();
    expect(await readMigration(app.deps, first.migrationToken)).toMatchObject({ kind: 'moved' });
  });

  test.each([
    ['Migration completed', false],
    ['Migration completed', true],
    ['Migration cleaned', false],
  ])('after "%s" (gone: %s), two tabs create one more import', async (status, isGone) => {
    app.advance(windowMs);
    const given = { username: newName(), visitorId: randomUUID() };
    const started = await visit(given);
    const first = importOf(started);
    await report(first, status);
    if (isGone) await reportGone(first);
    if (started.kind !== 'leave') throw new Error(started.kind);
    expect(await openCurrentMigration(app.deps, started.migrationToken)).not.toBeNull();
    const [one, other] = await Promise.all([visit(given), visit(given)]);
    expect(importOf(one)).not.toBe(first);
    expect(importOf(other)).toBe(importOf(one));
    expect(app.importsOf(given.username)).toHaveLength(2);
    expect(await findAttemptByImport(app.deps.database.db, 'live', first)).toMatchObject({ state: 'created' });
  });

  test('rejects a flood before calling the service', async () => {
    app.advance(windowMs);
    app.simulator.clearLog();
    const all = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        visit({ username: newName(), caller: customerCaller(`198.51.100.${index % 40}`) }),
      ),
    );
    const admitted = all.filter(({ kind }) => kind === 'leave').length;
    expect(admitted).toBeLessThanOrEqual(25 + 25);
    expect(app.simulator.log()).toHaveLength(2 * admitted);
    // Signed links are counted separately.
    expect(importOf(await start({ linkToken: await makeLink(newName()) }))).toBeTruthy();
  });

  const unmatched = { tool: 'Zendesk', message: 'Please', website: '', reference: '' };

  test('a request from the operator’s page only names a known import, and never stores a foreign token', async () => {
    app.advance(windowMs);
    const id = importOf(await start({ linkToken: await makeLink(newName()) }));
    const { db } = app.deps.database;
    const file = (reference: string) =>
      fileUnmatchedRequest(app.deps, {
        caller: customerCaller(),
        attempt: randomUUID(),
        username: newName(),
        ...unmatched,
        reference,
      });
    const filed = [await file(id), await file('canary-somebodys-token')];
    expect(filed.map(({ kind }) => kind)).toEqual(['filed', 'filed']);
    const kept = JSON.stringify(await db.select().from(fullRequests));
    expect(kept).toContain(`(sent here with import ${id})`);
    expect(kept).not.toContain('canary-somebodys-token');
  });

  test('a request that is not possible any more leads to the page that says why', async () => {
    app.advance(windowMs);
    const customersPay = { ...app.deps, sponsorship: { ...app.deps.sponsorship, whoPays: 'customer' } } as const;
    const filed = await fileUnmatchedRequest(
      { ...customersPay, whoPays: 'customer' },
      { ...{ caller: customerCaller(), attempt: randomUUID(), username: newName() }, ...unmatched },
    );
    expect(filed.kind).toBe('page');

    const id = importOf(await start({ linkToken: await makeLink(newName()) }));
    const see = (status: string) =>
      observe(app.deps.observer, {
        ...{ environment: 'live', importId: id, source: 'webhook', status, seenAt: app.deps.clock.now() },
      });
    await see('Sample migration completed');
    const { database } = app.deps;
    const whilePaid: StartDeps['sponsorship'] = {
      ...app.deps.sponsorship,
      database: {
        ...database,
        transaction: async (work) => {
          await see('In preparation');
          return database.transaction(work);
        },
      },
    };
    const linkToken = issueMigrationToken(app.deps, id);
    expect(
      await requestFullByLink(
        { ...app.deps, sponsorship: whilePaid },
        { caller: customerCaller(), linkToken, message: 'Please' },
      ),
    ).toBe('not_now');
  });
});
