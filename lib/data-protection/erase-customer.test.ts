import { randomUUID } from 'node:crypto';
import { eq, getTableName, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { appendAudit } from '../audit/append-audit';
import { verifyAudit } from '../audit/verify-audit';
import type { Caller } from '../contract/caller';
import type { ErasureReceipt } from '../contract/data-protection';
import { createMetrics } from '../core/metrics';
import { eventually } from '../core/testing/eventually';
import { readImport } from '../import-detail/read-import';
import { createImport } from '../imports/creation/create-import';
import { settleAttempts } from '../imports/creation/settle-attempts';
import { findErasedUsername } from '../imports/erasures/find-erased';
import { addNote } from '../imports/detail/add-note';
import { changeTags } from '../imports/detail/change-tags';
import { fillInFacts } from '../imports/detail/fill-in-facts';
import { saveView } from '../imports/list/saved-views';
import { startBulkLookup } from '../imports/lookup/bulk-lookup';
import { createLookupRecorder } from '../imports/lookup/create-lookup-recorder';
import { lookUpUsername } from '../imports/lookup/look-up-username';
import { observeAll, observeIn } from '../imports/observations/observe';
import { rebuild } from '../imports/observations/rebuild';
import { createPollPlanner } from '../imports/poller/create-poll-planner';
import type { PollDeps } from '../imports/poller/apply-answers';
import { createAnswerBatch } from '../imports/poller/create-answer-batch';
import { poll, processBulkLookup } from '../imports/poller/poll';
import { seedDemo } from '../imports/seed-demo';
import { priya } from '../imports/testing/open-imports';
import { decideSponsorship } from '../sponsorship/decide-sponsorship';
import { readMonthBudget } from '../sponsorship/month-budget';
import { requestFullMigration } from '../sponsorship/request-full-migration';
import { sendDueDecisions } from '../sponsorship/send-due-decisions';
import { addStaff } from '../sponsorship/testing/staff-caller';
import { createStartLink } from '../start/create-start-link';
import { readStartToken } from '../start/customer-links';
import { handleToolRequest } from '../start/handle-tool-request';
import { readToolRequests } from '../start/read-tool-requests';
import { openStartLink } from '../start/open-start-link';
import { openMigrationLink } from '../start/open-migration-link';
import { fileUnmatchedRequest, requestFullByLink } from '../start/request-full-by-link';
import { requestTool } from '../start/request-tool';
import { startMigration } from '../start/start-migration';
import { customerCaller, openStart } from '../start/testing/open-start';
import type { Database } from '../store/database/database';
import { lockImports } from '../store/imports/observations';
import { countFacets, listImportCounts } from '../store/testing/list-import-counts';
import { audit, auditValues } from '../store/schema/audit';
import { creationAttempts } from '../store/schema/creation-attempts';
import { imports, importSecrets, importTags, notes, observations } from '../store/schema/imports';
import { pollUnits } from '../store/schema/polling';
import { decisions, fullRequests } from '../store/schema/sponsorship';
import { staff } from '../store/schema/staff';
import { deliveryCounters, deliveries } from '../store/schema/webhooks';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { receiveWebhook } from '../webhooks/receive-webhook';
import { drainDeliveries } from '../webhooks/apply-deliveries';
import { signAuto } from '../webhooks/sign-message';
import { openWebhooks, webhookSecret } from '../webhooks/testing/open-webhooks';
import { beginErasure, eraseCustomer, resumeErasures } from './erase-customer';
import { exportCustomer } from './export-customer';
import { findCustomer } from './find-customer';
import { checkReceipt, listReceipts } from './receipts';
import { columnDecisions } from './testing/column-decisions';
import { ada, openDataProtection } from './testing/open-data-protection';
import { allTables, findText, plantName, textColumns } from './testing/plant-name';

const amira: Caller = {
  actor: { kind: 'staff', id: randomUUID(), name: 'Amira', email: 'amira@partner.example', role: 'approver' },
  address: '127.0.0.1',
  requestId: 'test',
};

async function openApp(database: Database) {
  const app = await openStart(database);
  const { deps } = app;
  const { cipher, observer, clock, log } = deps;
  const dataProtection = openDataProtection({ database, cipher, clock });
  const webhooks = openWebhooks({ database, cipher, clock, log, observer });
  const pollDeps: PollDeps = {
    database,
    client: deps.sponsorship.client as PollDeps['client'],
    observer,
    planner: createPollPlanner({ database, random: Math.random, sharePerS: 1 }),
    clock,
    random: Math.random,
    log,
    metrics: createMetrics(),
    instance: 'test',
  };
  const importsDeps = {
    ...deps,
    ...deps.detail,
    client: pollDeps.client,
    families: [],
    whoPays: 'partner',
    recorder: createLookupRecorder({ ...deps, log }),
  } as const;
  await addStaff(database.db, amira);
  const staffId = randomUUID();
  await database.db.insert(staff).values({
    id: staffId,
    email: `${staffId}@partner.example`,
    name: 'Sam',
    role: 'agent',
    source: 'local',
    createdAt: clock.now(),
  });
  const sendWebhook = async (body: object) => {
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    const message = signAuto(JSON.stringify({ ...body, timestamp }), webhookSecret);
    const receipt = await receiveWebhook(webhooks, { ...message, address: '203.0.113.7' });
    await drainDeliveries(webhooks);
    return receipt;
  };
  return { ...app, database, cipher, dataProtection, importsDeps, pollDeps, staffId, sendWebhook };
}
type App = Awaited<ReturnType<typeof openApp>>;

/** About a customer, without their name. */
const callNote = 'Prefers to be called in the morning.';
const callTag = 'mornings only';

const newName = () => `canary-${randomUUID().slice(0, 8)}@acme.example`;

/** Everything that staff, the customer and the service can do about one customer. */
async function useEverything(app: App, username: string): Promise<{ importId: string; startToken: string }> {
  const { deps, importsDeps, database } = app;
  const body = { username, oneUse: false, expiresInS: 3600, tools: ['Zendesk'], instanceUrl: 'https://desk.example/x' };
  const { url } = await createStartLink(deps, { caller: priya, body });
  const startToken = url.split('/').at(-1) ?? '';
  const toolForm = {
    attempt: randomUUID(),
    link: startToken,
    tool: 'Acme CRM',
    url: '',
    message: `From ${username}`,
    email: '',
    website: '',
  };
  await requestTool(deps, { caller: customerCaller(), form: toolForm });
  const { requests } = await readToolRequests(deps, 'open');
  const toolRequestId = requests.find((request) => request.username === username)?.id ?? '';
  await handleToolRequest(deps, { caller: priya, id: toolRequestId, note: callNote });
  const form = { link: startToken, source_tool: 'Zendesk', destination_username: '', website: '' };
  await startMigration(deps, { caller: customerCaller(), form: { ...form, attempt: randomUUID() }, visitorId: null });
  const opened = readStartToken(deps, startToken);
  if (!opened.ok) throw new Error('the link does not open');
  const { attempt } = await createImport(deps, {
    caller: priya,
    environment: 'live',
    attempt: randomUUID(),
    fields: { source_tool: 'Freshdesk', destination_username: username },
  });
  const importId = attempt.importId ?? '';
  await lookUpUsername(importsDeps, { caller: priya, environment: 'live', username });
  await readImport(importsDeps, { caller: priya, environment: 'live', id: importId, fresh: true });
  const environment = 'live';
  await addNote(importsDeps, { caller: priya, environment, importId, text: `Called ${username.toUpperCase()} today` });
  await changeTags(importsDeps, { caller: priya, environment, importId, add: [`For ${username}`, callTag] });
  await fillInFacts(importsDeps, {
    caller: priya,
    environment,
    importId,
    body: { instanceUrl: `https://desk.example/${username}` },
  });
  await saveView(importsDeps, app.staffId, { name: 'Mine', query: `q=${encodeURIComponent(username)}`, shared: false });
  await startBulkLookup(importsDeps, { caller: priya, environment, usernames: [username, 'other@x.example'] });
  await fileUnmatchedRequest(deps, {
    caller: customerCaller('203.0.113.77'),
    attempt: randomUUID(),
    username,
    tool: 'Zendesk',
    message: `I am ${username}`,
    reference: '',
    website: '',
  });
  await requestFullMigration(deps.sponsorship, {
    caller: priya,
    environment,
    importId,
    source: 'agent',
    verified: true,
    message: `${username} wants it`,
  });
  await decideSponsorship(deps.sponsorship, {
    caller: amira,
    environment,
    importId,
    kind: 'accept',
    body: { reason: `${username} pays`, note: `Welcome ${username}`, overrideBudget: false, decisionId: null },
  });
  await sendDueDecisions(deps.sponsorship, new AbortController().signal);
  await app.sendWebhook({ import_id: importId, status: `Waiting for ${username}`, customer: username });
  await app.sendWebhook({ import_id: `unseen-${randomUUID()}`, status: 'In preparation' });
  // A message without an import.
  await app.sendWebhook({ status: 'In preparation', customer: { login: username } });
  // A creation whose answer was lost.
  app.injectFault(username, 'reset-after');
  await createImport(deps, {
    caller: priya,
    environment,
    attempt: randomUUID(),
    fields: { source_tool: 'Intercom', destination_username: username },
  });
  // Rows of another customer that name this one.
  const other = app.simulator.placeImport({ username: 'other@x.example' });
  await lookUpUsername(importsDeps, { caller: priya, environment, username: 'other@x.example' });
  await addNote(importsDeps, { caller: priya, environment, importId: String(other.id), text: `See ${username}.` });
  const otherTags = [`like ${username}`, `not ${username}`, username, 'vip'];
  await changeTags(importsDeps, { caller: priya, environment, importId: String(other.id), add: otherTags });
  await database.db
    .insert(pollUnits)
    .values({ kind: 'username', key: username, nextPollAt: new Date(), rate: 1 })
    .onConflictDoNothing();
  return { importId, startToken };
}

const erase = (app: App, username: string, more: { stopFollowing?: boolean } = {}) =>
  eraseCustomer(app.dataProtection, {
    caller: ada,
    body: { username, confirmation: username, stopFollowing: true, ...more },
  });

test('every column that holds text has a decision whether it can name a customer', () => {
  const expected = allTables.map((table) => [
    getTableName(table),
    textColumns(table)
      .map(({ name }) => name)
      .sort(),
  ]);
  const decided = Object.entries(columnDecisions).map(([table, columns]) => [table, Object.keys(columns).sort()]);
  expect(Object.fromEntries(decided)).toEqual(Object.fromEntries(expected));
});

forEachEngineAtFullSize((engine, open) => {
  let app: App;
  beforeAll(async () => {
    app = await openApp(await open());
  });
  afterAll(() => app.close());

  describe('after an erasure', () => {
    const username = newName();
    let importId = '';
    let startToken = '';
    let receipt: ErasureReceipt;
    let oldIds: string[] = [];
    let budget: unknown;
    // The part that is a search term, too.
    const find = () => findText(app.database, app.cipher, /-(\w+)@/.exec(username)?.[1] ?? username);

    beforeAll(async () => {
      ({ importId, startToken } = await useEverything(app, username));
      const text = `of ${username}`;
      await observeAll(app.deps.observer, [
        {
          environment: 'live',
          importId: 'planted',
          source: 'created',
          status: null,
          seenAt: new Date(),
          about: {
            username,
            tool: text,
            family: text,
            instanceUrl: `https://desk.example/${username}`,
            createdBy: text,
          },
        },
        { environment: 'live', importId: 'planted', source: 'lookup', status: `Waiting ${text}`, seenAt: new Date() },
      ]);
      await app.database.transaction((tx) =>
        appendAudit(app.dataProtection, tx, {
          caller: { actor: { kind: 'customer', name: username }, address: '203.0.113.200', requestId: 'test' },
          action: 'request.filed',
          subject: text,
          before: { text },
          after: { text },
        }),
      );
      await plantName(app.database, {
        cipher: app.cipher,
        username,
        importId: 'planted',
        staffId: app.staffId,
        decisionId: randomUUID(),
        messageId: randomUUID(),
      });
      const planted = await find();
      const expected = Object.entries(columnDecisions).flatMap(([table, columns]) =>
        Object.entries(columns)
          .filter(([, how]) => /^(name|text|encrypted:|written)/.test(how))
          .map(([column]) => `${table}.${toField(column)}`),
      );
      expect(planted).toEqual(expect.arrayContaining(expected));
      oldIds = (await app.database.db.select().from(imports))
        .filter((row) => row.username === username)
        .map(({ id }) => id);
      budget = await readMonthBudget(app.database.db, 'live', app.dataProtection.clock.now());
      receipt = await erase(app, username);
    });

    test('the name is in no column of any table, also encrypted', async () => {
      expect(await find()).toEqual([]);
      expect(await findText(app.database, app.cipher, '203.0.113.200')).toEqual([]);
      expect(await findText(app.database, app.cipher, callNote)).toEqual([]);
      expect(await findText(app.database, app.cipher, callTag)).toEqual([]);
      expect(oldIds.length).toBeGreaterThan(1);
    });

    test('the budget of the month, other customers and the counts are as before', async () => {
      expect(await readMonthBudget(app.database.db, 'live', app.dataProtection.clock.now())).toEqual(budget);
      expect(await listImportCounts(app.database.db, 'live')).toEqual(await countFacets(app.database.db, 'live'));
      expect(await app.database.db.$count(imports, eq(imports.username, 'other@x.example'))).toBe(1);
      const [note] = await app.database.db.select({ text: sql<string>`text` }).from(sql`notes`);
      expect(note?.text).toBe('See [erased].');
      expect((await app.database.db.select().from(importTags)).map(({ tag }) => tag)).toEqual(['vip']);
    });

    test('the audit still verifies, and says who erased without the name', async () => {
      expect(await verifyAudit(app.dataProtection, app.database.db)).toMatchObject({ ok: true, problems: [] });
      const [entry] = await app.database.db
        .select({ seq: audit.seq, hash: audit.hash, actor: auditValues.actor, after: auditValues.after })
        .from(audit)
        .innerJoin(auditValues, eq(auditValues.seq, audit.seq))
        .where(eq(audit.action, 'customer.erased'));
      expect(entry).toMatchObject({
        actor: expect.stringContaining('Ada Admin'),
        after: { usernameHash: receipt.usernameHash },
      });
      expect(receipt.auditHead).toEqual({ entry: entry?.seq, hash: entry?.hash });
    });

    test('the receipt counts the rows and can be checked', async () => {
      expect(receipt).toMatchObject({ by: 'Ada Admin', rows: { imports: oldIds.length, start_links: 2 } });
      expect(await checkReceipt(app.dataProtection, receipt)).toBe(true);
      expect(await checkReceipt(app.dataProtection, { ...receipt, rows: { imports: 0 } })).toBe(false);
      expect(await listReceipts(app.database.db)).toContainEqual(receipt);
    });

    test('polls, webhooks, lookups, lost creations, a rebuild and demo data restore nothing', async () => {
      const { pollDeps, importsDeps, database, deps } = app;
      const signal = new AbortController().signal;
      const answers = createAnswerBatch(pollDeps);
      const due = { failures: 0, unlisted: false, urgent: false, hinted: false };
      await database.db
        .insert(pollUnits)
        .values(
          oldIds.map((key) => ({ kind: 'import' as const, key, nextPollAt: new Date(), rate: 1, claimedBy: 'test' })),
        );
      for (const key of oldIds) await poll(pollDeps, answers, { ...due, kind: 'import', key }, signal);
      await poll(pollDeps, answers, { ...due, kind: 'username', key: username }, signal);
      const bulk = {
        runId: 'r',
        position: 0,
        environment: 'live',
        username,
        by: 'Priya',
        createdAt: new Date(),
      } as const;
      await processBulkLookup(
        pollDeps,
        { ...bulk, state: 'waiting', found: null, problem: null, staffId: '', doneAt: null, claimedUntil: null },
        signal,
      );
      const stored = await database.db.$count(deliveries);
      expect(await app.sendWebhook({ import_id: importId, status: 'Migration completed' })).toMatchObject({
        verdict: 'verified',
      });
      await app.sendWebhook({ import_id: 'never-seen', status: 'Migration completed', user: { login: username } });
      expect(await database.db.$count(deliveries)).toBe(stored);
      const [counter] = await database.db.select().from(deliveryCounters).where(eq(deliveryCounters.verdict, 'erased'));
      expect(counter?.count).toBe(2);
      const lookup = await lookUpUsername(importsDeps, { caller: priya, environment: 'live', username });
      expect(lookup).toMatchObject({ imports: [], erasedAt: expect.any(String) as string });
      await expect(
        readImport(importsDeps, { caller: priya, environment: 'live', id: importId, fresh: true }),
      ).rejects.toMatchObject({ code: 'not_found' });
      await startBulkLookup(importsDeps, { caller: priya, environment: 'live', usernames: [username] });
      await settleAttempts(deps);
      await rebuild(database);
      const history = app.simulator.history().map((entry) => ({ ...entry, demo: true }));
      const seeding = { ...app.dataProtection, observer: deps.observer, historyUrl: 'http://history.example/' };
      await seedDemo({ ...seeding, fetch: () => Promise.resolve(Response.json({ imports: history })) });
      await resumeErasures(app.dataProtection);
      expect(await find()).toEqual([]);
      expect((await openStartLink(deps, startToken)).kind).toBe('broken');
      const restored = await database.db.select({ id: imports.id }).from(imports);
      expect(restored.filter(({ id }) => oldIds.includes(id))).toEqual([]);
      expect(await database.db.$count(importSecrets, inArray(importSecrets.importId, oldIds))).toBe(0);
    });

    test('an import of another customer may mention the name and is still followed', async () => {
      const [other] = await app.database.db.select().from(imports).where(eq(imports.username, 'other@x.example'));
      const raw = JSON.stringify({ unmatched: [username] });
      const input = { environment: 'live', importId: other?.id ?? '', source: 'watcher', status: 'Held', raw } as const;
      expect(await observeAll(app.deps.observer, [{ ...input, seenAt: new Date() }])).toHaveLength(1);
      expect(await find()).toEqual([]);
    });

    test('in a batch of polls, only the response with an erased import is not kept', async () => {
      const [ofErased, ofOther] = [randomUUID(), randomUUID()];
      const polled = { environment: 'live', source: 'watcher', status: 'Held', seenAt: new Date() } as const;
      await observeAll(app.deps.observer, [
        { ...polled, importId: oldIds[0] ?? '', raw: ofErased },
        { ...polled, importId: ofErased, raw: ofErased },
        { ...polled, importId: ofOther, raw: ofOther },
      ]);
      const stored = await app.database.db
        .select({ importId: observations.importId, raw: observations.rawEncrypted })
        .from(observations)
        .where(inArray(observations.importId, [ofErased, ofOther]))
        .orderBy(sql`raw_encrypted is null`);
      expect(stored).toEqual([
        { importId: ofOther, raw: expect.any(Uint8Array) as unknown },
        { importId: ofErased, raw: null },
      ]);
    });

    test('staff cannot give another import the erased name', async () => {
      const [other] = await app.database.db.select().from(imports).where(eq(imports.username, 'other@x.example'));
      const body = { username };
      const change = { caller: priya, environment: 'live', importId: other?.id ?? '', body } as const;
      await expect(fillInFacts(app.importsDeps, change)).rejects.toMatchObject({
        errors: [{ field: 'username', message: expect.stringContaining('was erased on') as string }],
      });
    });

    test('a new import makes the person a customer again, without the old imports', async () => {
      const { attempt } = await createImport(app.deps, {
        caller: priya,
        environment: 'live',
        attempt: randomUUID(),
        fields: { source_tool: 'Zendesk', destination_username: username },
      });
      const lookup = await lookUpUsername(app.importsDeps, { caller: priya, environment: 'live', username });
      expect(lookup).toMatchObject({ erasedAt: null, imports: [{ id: attempt.importId, username }] });
      expect(lookup.imports).toHaveLength(1);
      expect(await app.database.db.$count(audit, eq(audit.action, 'customer.returned'))).toBe(1);
      expect(await findErasedUsername(app.dataProtection, app.database.db, username)).toBeUndefined();
    });
  });

  test('continues after a crash between any two batches', async () => {
    const { database, cipher, dataProtection } = app;
    for (let crashAfter = 1; ; crashAfter += inject('fullSize') ? 1 : 8) {
      const username = newName();
      await observeAll(app.deps.observer, [
        {
          environment: 'live',
          importId: randomUUID(),
          source: 'lookup',
          status: 'Migration completed',
          seenAt: new Date(),
          about: { username },
        },
      ]);
      await createStartLink(app.deps, { caller: priya, body: { username, oneUse: false, expiresInS: 3600 } });
      let batches = 0;
      const crashing = {
        ...dataProtection,
        checkpoint: () => {
          batches += 1;
          if (batches === crashAfter) throw new Error('crashed');
        },
      };
      const body = { username, confirmation: username, stopFollowing: false };
      const outcome = await eraseCustomer(crashing, { caller: ada, body }).catch((error: unknown) => error);
      if (!(outcome instanceof Error)) break;
      // From the first moment, nothing is stored again.
      const input = { environment: 'live', importId: randomUUID(), source: 'lookup', status: 'x' } as const;
      expect(await observeAll(app.deps.observer, [{ ...input, seenAt: new Date(), about: { username } }])).toEqual([]);
      if (crashAfter === 1) {
        const fields = { source_tool: 'Zendesk', destination_username: username };
        const creation = { caller: priya, environment: 'live', attempt: randomUUID(), fields } as const;
        await expect(createImport(app.deps, creation)).rejects.toMatchObject({ code: 'conflict' });
      }
      app.advance(61_000);
      await resumeErasures(dataProtection);
      expect(await findText(database, cipher, username)).toEqual([]);
    }
    expect(await verifyAudit(dataProtection, database.db)).toMatchObject({ ok: true });
  });

  test('is refused while money is in flight, an import is being created, or the name is not confirmed', async () => {
    const { database, dataProtection, deps } = app;
    const username = newName();
    const placed = app.simulator.placeImport({ username, status: 'Sample migration completed' });
    await lookUpUsername(app.importsDeps, { caller: priya, environment: 'live', username });
    const input = { caller: ada, body: { username, confirmation: username, stopFollowing: false } };
    await expect(
      beginErasure(dataProtection, { ...input, body: { ...input.body, confirmation: 'someone else' } }),
    ).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'confirmation' }] });

    const decision = await decideSponsorship(
      { ...deps.sponsorship, holdMs: 3_600_000 },
      {
        caller: amira,
        environment: 'live',
        importId: String(placed.id),
        kind: 'accept',
        body: { reason: 'yes', note: '', overrideBudget: false, decisionId: null },
      },
    );
    await expect(beginErasure(dataProtection, input)).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('not settled') as string,
    });
    expect(await findCustomer(dataProtection, database.db, username.toUpperCase())).toMatchObject({
      spellings: [username],
      blockedReason: expect.any(String) as string,
    });
    await database.db.update(decisions).set({ state: 'withdrawn' }).where(eq(decisions.id, decision.id));

    const attemptId = randomUUID();
    await database.db.insert(creationAttempts).values({
      id: attemptId,
      environment: 'live',
      username,
      tool: 'Zendesk',
      state: 'sending',
      by: 'Priya',
      createdAt: new Date(),
      leaseUntil: sql`now() + interval '1 minute'`,
    });
    await expect(beginErasure(dataProtection, input)).rejects.toMatchObject({
      userMessage: expect.stringContaining('being created') as string,
    });
    await database.db.delete(creationAttempts).where(eq(creationAttempts.id, attemptId));

    await app.sendWebhook({ import_id: String(placed.id), status: 'Migration in progress' });
    await expect(beginErasure(dataProtection, input)).rejects.toMatchObject({
      userMessage: expect.stringContaining('is running') as string,
    });
    expect(await findErasedUsername(dataProtection, database.db, username)).toBeUndefined();
    await erase(app, username);
    expect(await findText(database, app.cipher, username)).toEqual([]);
  });

  test('keeps an import that once had the name but now belongs to another customer, with its notes', async () => {
    const [username, owner] = [newName(), `owner-${randomUUID()}@x.example`];
    const placed = app.simulator.placeImport({ username: owner, status: 'Migration completed' });
    const id = String(placed.id);
    const at = { environment: 'live', importId: id, source: 'lookup', status: 'Migration completed' } as const;
    await observeAll(app.deps.observer, [{ ...at, seenAt: new Date(), about: { username } }]);
    const body = { username: owner };
    await fillInFacts(app.importsDeps, { caller: priya, environment: 'live', importId: id, body });
    await addNote(app.importsDeps, { caller: priya, environment: 'live', importId: id, text: 'About the owner' });
    await erase(app, username);
    expect(await findText(app.database, app.cipher, username)).toEqual([]);
    expect(await app.database.db.$count(notes, eq(notes.text, 'About the owner'))).toBe(1);
    const [kept] = await app.database.db.select().from(imports).where(eq(imports.id, id));
    expect(kept).toMatchObject({ username: owner, statusText: 'Migration completed' });
    const lookup = await lookUpUsername(app.importsDeps, { caller: priya, environment: 'live', username: owner });
    expect(lookup.imports).toMatchObject([{ id, username: owner }]);
  });

  test('keeps the link, the attempt and the request of an import that was started under a wrong name', async () => {
    const { deps, database } = app;
    const [username, owner, contactEmail] = [newName(), newName(), newName()];
    const body = { username, instanceUrl: `https://desk.example/${username}`, oneUse: false, expiresInS: 3600 };
    const { url } = await createStartLink(deps, { caller: priya, body });
    const token = url.split('/').at(-1) ?? '';
    const form = { link: token, attempt: randomUUID(), source_tool: 'Zendesk', destination_username: '', website: '' };
    await startMigration(deps, { caller: customerCaller(), form, visitorId: null });
    const opened = await openStartLink(deps, token);
    if (opened.kind !== 'resume') throw new Error('not started');
    const of = eq(creationAttempts.username, username);
    const [attempt] = await database.db.update(creationAttempts).set({ contactEmail }).where(of).returning();
    const importId = attempt?.importId ?? '';
    const status = 'Sample migration completed';
    const seen = { environment: 'live', importId, source: 'lookup', status, seenAt: new Date() } as const;
    await observeAll(deps.observer, [seen]);
    const request = { caller: customerCaller(), linkToken: opened.migrationToken, message: `I am ${username}` };
    expect(await requestFullByLink(deps, request)).toBe('asked');
    const correction = { environment: 'live', importId, body: { username: owner } } as const;
    await fillInFacts(app.importsDeps, { ...correction, caller: priya });

    await erase(app, username);

    expect(await findText(database, app.cipher, username)).toEqual([]);
    expect(await openStartLink(deps, token)).toMatchObject({ kind: 'resume' });
    expect(await openMigrationLink(deps, opened.migrationToken)).toMatchObject({ ok: true });
    const [kept] = await database.db.select().from(creationAttempts).where(eq(creationAttempts.importId, importId));
    expect(kept).toEqual({ ...attempt, username: null, instanceUrl: 'https://desk.example/[erased]' });
    const requests = await database.db.select().from(fullRequests).where(eq(fullRequests.importId, importId));
    expect(requests).toMatchObject([{ username: null, by: '[erased]', message: 'I am [erased]', closedAt: null }]);
    const audited = await database.db.select().from(auditValues).where(eq(auditValues.subject, importId));
    expect(audited.length).toBeGreaterThan(0);
  });

  test('exports everything about a customer, without tokens and addresses, and logs it', async () => {
    const username = newName();
    const { importId } = await useEverything(app, username);
    const chunks: string[] = [];
    for await (const chunk of await exportCustomer(app.dataProtection, { caller: ada, username })) chunks.push(chunk);
    const text = chunks.join('');
    const exported = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
    expect(Object.keys(exported)).toEqual(
      expect.arrayContaining(['imports', 'observations', 'notes', 'deliveries', 'decisions', 'audit']),
    );
    expect(exported['imports']?.map((row) => row['id'])).toContain(importId);
    expect(exported['observations']?.some((row) => typeof row['raw'] === 'string')).toBe(true);
    for (const table of [
      'notes',
      'import_tags',
      'start_links',
      'creation_attempts',
      'full_requests',
      'tool_requests',
      'bulk_lookups',
      'deliveries',
    ]) {
      expect(JSON.stringify(exported[table]).toLowerCase(), table).toContain(username);
    }
    const actions = exported['audit']?.map((row) => row['action']);
    expect(actions).toEqual(
      expect.arrayContaining(['link.made', 'import.created', 'note.added', 'request.filed', 'tool_request.handled']),
    );
    for (const entry of app.importsOf(username)) expect(text).not.toContain(entry['token']);
    expect(await app.database.db.$count(audit, eq(audit.action, 'customer.exported'))).toBe(1);
    // Known only by a request.
    const asking = newName();
    const request = { attempt: randomUUID(), username: asking, tool: '', message: 'hello', reference: '', website: '' };
    await fileUnmatchedRequest(app.deps, { ...request, caller: customerCaller('203.0.113.78') });
    expect(await findCustomer(app.dataProtection, app.database.db, asking)).toMatchObject({
      rows: { full_requests: 1 },
      importCount: 0,
    });
  });

  /** It either waits for the lock, or has wrongly finished. */
  const untilWaiting = async (database: Database, isDone: () => boolean) => {
    // PGlite runs one transaction at a time.
    if (engine === 'pglite') return;
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => {
      const { length } = await database.db.select({ one: sql`1` }).from(sql`(${waiting}) as waiting`);
      if (length === 0 && !isDone()) throw new Error('not waiting yet');
    }, eventually);
  };

  test('erases the text of a note that is being added to an import', async () => {
    const { database, dataProtection } = app;
    const [username, importId, text] = [newName(), randomUUID(), `Prefers mornings ${randomUUID()}`];
    const input = { environment: 'live', importId, source: 'lookup', status: 'Migration completed' } as const;
    await observeAll(app.deps.observer, [{ ...input, seenAt: new Date(), about: { username } }]);
    let [lock, release] = [() => {}, () => {}];
    const locked = new Promise<void>((resolve) => (lock = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    // As `addNote` does it.
    const adding = database.transaction(async (tx) => {
      await lockImports(tx, 'live', [importId]);
      lock();
      await released;
      const entry = { caller: priya, action: 'note.added', environment: 'live', subject: importId } as const;
      await appendAudit(dataProtection, tx, { ...entry, after: { text } });
    });
    await locked;
    let erased = false;
    const erasing = erase(app, username).then(() => (erased = true));
    await untilWaiting(database, () => erased);
    release();
    await Promise.all([adding, erasing]);
    expect(await findText(database, app.cipher, text)).toEqual([]);
  });

  test('waits for observations that began before it, and later ones store nothing', async () => {
    const database = await open();
    const app = await openApp(database);
    const username = newName();
    const input = {
      environment: 'live',
      source: 'watcher',
      status: 'Migration completed',
      about: { username },
    } as const;
    const observation = (importId: string) => ({ ...input, importId, seenAt: new Date() });
    await observeAll(app.deps.observer, [observation('known')]);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const running = database.transaction(async (tx) => {
      await observeIn(app.deps.observer, tx, [observation('running')]);
      await held;
    });
    let erased = false;
    const erasing = erase(app, username).then(() => (erased = true));
    await untilWaiting(database, () => erased);
    expect(erased).toBe(false);
    release();
    const later = Array.from({ length: 10 }, (_, index) =>
      observeAll(app.deps.observer, [observation(`later${index}`)]),
    );
    const webhook = app.sendWebhook({ import_id: 'known', status: 'Migration completed', customer: username });
    await Promise.all([running, erasing, webhook, ...later]);
    expect(await findText(database, app.cipher, username)).toEqual([]);
    expect(await database.db.$count(imports)).toBe(0);
    await app.close();
  });
});

const toField = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
