import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { compose } from '../compose';
import { systemClock } from '../core/clock';
import { silentLog } from '../core/log';
import { parseSettings } from '../core/settings';
import { eraseCustomer } from '../data-protection/erase-customer';
import { ada, openDataProtection } from '../data-protection/testing/open-data-protection';
import { observe } from '../imports/observations/observe';
import { previewBulk, resumeBulkRuns } from '../sponsorship/bulk-decisions';
import { decideSponsorship } from '../sponsorship/decide-sponsorship';
import { expireLeases } from '../sponsorship/expire-leases';
import { releaseDecisions } from '../sponsorship/hold-restored';
import { readMonthBudget } from '../sponsorship/month-budget';
import { readImportSponsorship } from '../sponsorship/read-import-sponsorship';
import { resolveDecision, withdrawDecision } from '../sponsorship/resolve-decision';
import { sendDueDecisions } from '../sponsorship/send-due-decisions';
import { openSponsorship, putPolicy } from '../sponsorship/testing/open-sponsorship';
import { staffCaller } from '../sponsorship/testing/staff-caller';
import { readRows } from '../store/backup/read-catalog';
import type { Database } from '../store/database/database';
import { openDatabase } from '../store/database/open-database';
import { readMigrations } from '../store/database/read-migrations';
import { notes } from '../store/schema/imports';
import { customerContacts } from '../store/schema/outbox';
import { decisions } from '../store/schema/sponsorship';
import { startLinks } from '../store/schema/start-links';
import { listDecisions } from '../store/sponsorship/decisions';
import { insertPendingPolicy } from '../store/sponsorship/pending-policies';
import { insertBulkRun } from '../store/sponsorship/bulk-runs';
import { createTestRoles } from '../store/testing/create-test-roles';
import { createTestPostgresUrl, openTestPostgresDatabase } from '../store/testing/open-test-database';
import type { Resolution } from '../contract/decisions';
import { defaultPolicy } from '../contract/policy';
import { findReturned } from './find-returned';
import { checkRestoreFinished, commandCaller } from './finish-restore';
import { makeBackup, restoreBackup } from './testing/backup-and-restore';
import { fillEveryTable } from './testing/fill-every-table';

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});
const open = async (url: string): Promise<Database> => {
  const database = await openDatabase({ url, migrations: null });
  cleanUps.push(() => database.close());
  return database;
};
const emptyTarget = async () => ({ url: await createTestPostgresUrl({ empty: true }), ownerUrl: undefined });
const cipher = createCipher([generateKey()]);
const stateOf = async (database: Database, importId: string) =>
  (await listDecisions(database.db, 'live', importId))[0]?.state;

describe('money', () => {
  const [ines, jonas] = [staffCaller('Ines'), staffCaller('Jonas')];
  const body = { reason: '', note: '', overrideBudget: false };

  test('what was open in the backup and sent after it is never sent again, by a job or a person', async () => {
    const app = await openSponsorship(await openTestPostgresDatabase());
    cleanUps.push(() => app.close());
    const lost = app.deps;
    const signal = new AbortController().signal;
    await putPolicy(lost.database, 1, {});
    const [approved, sending, proposed, undecided, inBulk] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => app.placeImport()),
    );
    if (!approved || !sending || !proposed || !undecided || !inBulk) throw new Error('no imports');
    const target = { environment: 'live', kind: 'accept', body } as const;
    const held = { ...lost, holdMs: 1000 };
    for (const importId of [approved, sending]) await decideSponsorship(held, { ...target, caller: ines, importId });
    await lost.database.db.update(decisions).set({ state: 'sending', sends: 1 }).where(eq(decisions.importId, sending));
    const [template] = await listDecisions(lost.database.db, 'live', approved);
    if (!template) throw new Error('no decision');
    await lost.database.db.insert(decisions).values({
      ...{ ...template, id: randomUUID(), importId: proposed, state: 'proposed', needsSecond: true },
      ...{ approvedById: null, approvedBy: null, approvedAt: null, notBefore: null },
    });
    await insertBulkRun(lost.database.db, {
      ...{ id: randomUUID(), environment: 'live', kind: 'accept', by: 'Ines', at: new Date() },
      staffId: template.proposedById,
      items: [{ importId: inBulk, username: null, decisionId: null, state: 'waiting', says: '' }],
    });
    await insertPendingPolicy(lost.database.db, {
      ...{ id: randomUUID(), policy: defaultPolicy, basedOn: 1, proposedById: randomUUID(), proposedBy: 'Ada' },
      ...{ proposedAt: new Date(), effectiveAt: new Date() },
    });
    const file = await makeBackup(lost.database);

    // After the backup, everything is decided and sent.
    await decideSponsorship(lost, { ...target, caller: ines, importId: undecided });
    await lost.database.db.execute(
      sql`update decisions set not_before = now() - interval '1 second' where state = 'approved'`,
    );
    await sendDueDecisions(lost, signal);
    await resumeBulkRuns(lost, signal);
    const sent = async () =>
      Promise.all([approved, sending, proposed, undecided, inBulk].map((id) => app.countSent(id)));
    const before = await sent();
    expect(before).toEqual([1, 0, 0, 1, 1]);

    const where = await emptyTarget();
    const finished = await restoreBackup(file, where, { cipher: lost.cipher });
    expect(finished).toMatchObject({ decisions: 3, bulkRuns: 1, policyChanges: 1, audit: { ok: true } });
    const deps = { ...lost, database: await open(where.url) };
    for (const importId of [approved, sending, proposed])
      expect(await stateOf(deps.database, importId)).toBe('unknown');
    await deps.database.db.execute(
      sql`update decisions set not_before = now() - interval '1 hour', lease_until = now() - interval '1 hour'`,
    );
    await sendDueDecisions(deps, signal);
    await expireLeases(deps);
    await resumeBulkRuns(deps, signal);
    const decide = (importId: string, caller = jonas) => decideSponsorship(deps, { ...target, caller, importId });
    for (const importId of [approved, sending, proposed, undecided, inBulk]) {
      await expect(decide(importId)).rejects.toMatchObject({ code: 'conflict' });
    }
    await expect(decide(undecided)).rejects.toMatchObject({
      userMessage: expect.stringContaining('decisions made after that are missing here') as string,
    });
    const resolve = async (importId: string, resolution: Resolution, caller = ines) => {
      const [decision] = await listDecisions(deps.database.db, 'live', importId);
      const decisionId = decision?.id ?? '';
      return resolveDecision(deps, { caller, environment: 'live', importId, decisionId, reason: 'asked', resolution });
    };
    await expect(resolve(approved, 'send_again', jonas)).rejects.toMatchObject({ code: 'conflict' });
    expect(await sent()).toEqual(before);
    // The pages say so, and disable the buttons.
    const restoredFrom = async () =>
      (await readImportSponsorship(deps, { environment: 'live', importId: undecided }))?.item.restoredFrom;
    expect(await restoredFrom()).toBe(finished.takenAt);
    const preview = { environment: 'live', kind: 'accept', importIds: [undecided] } as const;
    await expect(previewBulk(deps, preview)).rejects.toMatchObject({ code: 'conflict' });

    expect(await releaseDecisions(deps, commandCaller('restore'))).toBe(true);
    expect(await releaseDecisions(deps, commandCaller('restore'))).toBe(false);
    expect(await restoredFrom()).toBeNull();
    await expect(decide(approved)).rejects.toMatchObject({
      userMessage: expect.stringContaining('its outcome is unknown') as string,
    });
    // Undoing "Send again" does not free the import: it may have been sent before the restore.
    const later = { ...deps, holdMs: 60_000 };
    const [again] = await listDecisions(deps.database.db, 'live', approved);
    const ofAgain = { caller: jonas, environment: 'live', importId: approved, decisionId: again?.id ?? '' } as const;
    await resolveDecision(later, { ...ofAgain, reason: 'asked', resolution: 'send_again' });
    expect(await stateOf(deps.database, approved)).toBe('approved');
    await withdrawDecision(later, { ...ofAgain, reason: 'too early' });
    expect(await stateOf(deps.database, approved)).toBe('unknown');
    // A proposal that one person made is not sent by one person because of a restore.
    await expect(resolve(proposed, 'send_again', jonas)).rejects.toMatchObject({
      userMessage: expect.stringContaining('never approved') as string,
    });
    await expect(resolve(proposed, 'settled_not_done', ines)).rejects.toMatchObject({ code: 'conflict' });
    // It counts against the budget, although this database knows of no approval.
    const spent = () => readMonthBudget(deps.database.db, 'live', new Date());
    expect(await spent()).toMatchObject({ confirmed: 0, unknown: 3 });
    await resolve(proposed, 'settled_done', ines);
    expect(await spent()).toMatchObject({ confirmed: 1, unknown: 2 });
    expect(await sent()).toEqual(before);
    expect(await decide(undecided)).toMatchObject({ state: 'confirmed' });
  });

  test('a move holds nothing back, because nothing ran in between', async () => {
    const app = await openSponsorship(await openTestPostgresDatabase());
    cleanUps.push(() => app.close());
    const importId = await app.placeImport();
    await app.deps.database.db.execute(
      sql`insert into installation (key, value, at) values ('purpose', '"live"', now())`,
    );
    await decideSponsorship(
      { ...app.deps, holdMs: 1000 },
      { caller: ines, environment: 'live', importId, kind: 'accept', body },
    );
    const where = await emptyTarget();
    await restoreBackup(await makeBackup(app.deps.database), where, { cipher: app.deps.cipher, kind: 'move' });
    const deps = { ...app.deps, database: await open(where.url) };
    expect(await stateOf(deps.database, importId)).toBe('approved');
    await deps.database.db.execute(sql`update decisions set not_before = now() - interval '1 second'`);
    await sendDueDecisions(deps, new AbortController().signal);
    expect(await stateOf(deps.database, importId)).toBe('confirmed');
    expect(await app.countSent(importId)).toBe(1);
  });

  test('demo data is not moved', async () => {
    const source = await openTestPostgresDatabase();
    cleanUps.push(() => source.close());
    const move = async () => restoreBackup(await makeBackup(source), await emptyTarget(), { cipher, kind: 'move' });
    await expect(move()).rejects.toMatchObject({ userMessage: expect.stringContaining('not known') as string });
    await source.db.execute(sql`insert into installation (key, value, at) values ('purpose', '"simulator"', now())`);
    await expect(move()).rejects.toMatchObject({ userMessage: expect.stringContaining('demo data') as string });
  });
});

test('messages and creations of the backup are not sent, links and sessions end', async () => {
  const source = await openTestPostgresDatabase();
  cleanUps.push(() => source.close());
  const { staffId } = await fillEveryTable(source, cipher);
  await source.db.execute(sql`update outbox_messages set state = 'pending'`);
  await source.db.execute(sql`update creation_attempts set state = 'sending'`);
  await source.db.execute(sql`insert into account_links (token_hash, staff_id, created_at, expires_at)
    values ('unused', ${staffId}, now(), now() + interval '1 day')`);
  await source.db.execute(
    sql`insert into installation (key, value, at) values ('setup code x', '{}', now()), ('job x', '{}', now())`,
  );
  await source.db.execute(sql`update poll_units set claimed_until = now() + interval '1 hour', claimed_by = 'gone'`);
  const where = await emptyTarget();
  expect(await restoreBackup(await makeBackup(source), where, { cipher })).toMatchObject({ attempts: 1, messages: 1 });
  const restored = await open(where.url);
  const [found] = await readRows(
    restored.db,
    sql`select (select state from outbox_messages) as message, (select state from creation_attempts) as attempt,
      (select count(*)::int from account_links where expires_at > now()) as links,
      (select count(*)::int from sessions) as sessions, (select count(*)::int from outbox_events where kind = 'import') as events,
      (select count(*)::int from notification_items) as items,
      (select count(*)::int from installation where key ~ '^(job|setup|restore)') as installation,
      (select count(*)::int from poll_units where claimed_until is not null) as claims,
      (select action from audit order by seq desc limit 1) as audited`,
  );
  expect(found).toEqual({
    ...{
      message: 'failed',
      attempt: 'unknown',
      links: 0,
      sessions: 0,
      events: 0,
      items: 0,
      installation: 0,
      claims: 0,
    },
    audited: 'backup.restored',
  });
});

describe('an interrupted restore', () => {
  test('stopped while loading leaves an empty database; stopped after it, the app does not start and it continues', async () => {
    const source = await openTestPostgresDatabase();
    cleanUps.push(() => source.close());
    await fillEveryTable(source, cipher);
    const file = await makeBackup(source);
    const where = await emptyTarget();
    const read = async () => {
      throw new Error('stopped');
    };
    await expect(restoreBackup(file, where, { cipher, read })).rejects.toThrow('stopped');
    let times = 0;
    const now = () => {
      times += 1;
      if (times > 1) throw new Error('stopped after loading');
      return new Date();
    };
    await expect(restoreBackup(file, where, { cipher, clock: { ...systemClock, now } })).rejects.toThrow(
      'stopped after',
    );
    const unfinished = await open(where.url);
    await expect(checkRestoreFinished(unfinished.db)).rejects.toMatchObject({
      userMessage: expect.stringContaining('not restored completely') as string,
    });
    const settings = { DATABASE_URL: where.url, LANDFALL_KEY: generateKey(), NEXTAUTH_SECRET: 'x'.repeat(32) };
    await expect(compose(parseSettings(settings), { log: silentLog })).rejects.toMatchObject({ code: 'conflict' });
    const other = await makeBackup(source);
    await expect(restoreBackup(other, where, { cipher })).rejects.toMatchObject({ code: 'conflict' });
    const checkSignature = () => {
      throw new Error('stopped while verifying');
    };
    await expect(restoreBackup(file, where, { cipher: { ...cipher, checkSignature } })).rejects.toThrow('verifying');
    expect(await restoreBackup(file, where, { cipher })).toMatchObject({ counts: null, audit: { ok: true } });
    await checkRestoreFinished(unfinished.db);
  });
});

test('finds customers who were erased after the backup by their receipts', async () => {
  const source = await openTestPostgresDatabase();
  cleanUps.push(() => source.close());
  const common = { database: source, cipher, clock: systemClock };
  const protection = openDataProtection(common);
  const names = ['early@company.example', 'late@company.example', 'kept@company.example'];
  for (const username of names) {
    const id = randomUUID();
    await source.db
      .insert(notes)
      .values({ id, environment: 'live', importId: id, text: '', staffId: id, by: '', at: new Date() });
    await observe(common, {
      ...{ environment: 'live', importId: id, source: 'lookup', status: 'Migration completed', seenAt: new Date() },
      about: { username },
    });
  }
  // Stored only as the contact of another customer's import.
  const contact = 'contact@company.example';
  await source.db.insert(customerContacts).values({
    ...{ environment: 'live', importId: randomUUID(), email: contact, source: 'customer', by: '', at: new Date() },
  });
  const erase = (username = '') =>
    eraseCustomer(protection, { caller: ada, body: { username, confirmation: username, stopFollowing: true } });
  const early = await erase(names[0]);
  // A customer again when the backup is made.
  const link = { id: randomUUID(), username: names[0] ?? '', createdBy: '', createdAt: new Date() };
  await source.db.insert(startLinks).values({ ...link, expiresAt: new Date() });
  const file = await makeBackup(source);
  const [late, other] = [await erase(names[1]), await erase(contact)];
  const where = await emptyTarget();
  expect(await restoreBackup(file, where, { cipher })).toMatchObject({ erasures: 1 });
  const restored = { database: await open(where.url), cipher };
  expect(await findReturned(restored, { receipts: [early] })).toEqual({ usernames: [], canRecognise: true });
  expect(await findReturned(restored, { receipts: [early, late, other] })).toEqual({
    usernames: [contact, names[1]],
    canRecognise: true,
  });
  // Made with a key that this database does not have.
  const foreign = { ...late, mac: 'another' };
  expect(await findReturned(restored, { receipts: [early, foreign] })).toEqual({ usernames: [], canRecognise: false });
});

test('a backup of an older version is loaded into its own schema and then migrated', async () => {
  const migrations = await readMigrations();
  const url = await createTestPostgresUrl({ empty: true });
  const old = await openDatabase({ url, migrations: migrations.slice(0, 5) });
  cleanUps.push(() => old.close());
  await old.db.execute(sql`insert into staff (id, email, name, role, source, created_at)
    values (gen_random_uuid(), 'old@partner.example', 'Old', 'admin', 'local', now())`);
  await old.db
    .execute(sql`insert into imports (environment, id, status_key, seen_at, seen_by, first_seen_at, search_terms)
    values ('live', 'old', 'Migration completed', now(), 'watcher', now(), '{}')`);
  const where = await emptyTarget();
  expect(await restoreBackup(await makeBackup(old), where, { cipher })).toMatchObject({ audit: { ok: true } });
  const restored = await open(where.url);
  // Counted by a later migration.
  const rows = await readRows(
    restored.db,
    sql`select (select count(*)::int from staff) as staff,
    (select sum(count)::int from import_counts where facet = 'status') as imports,
    (select count(*)::int from drizzle.__drizzle_migrations) as migrations`,
  );
  expect(rows).toEqual([{ staff: 1, imports: 1, migrations: migrations.length }]);
});

test('with an owner role, the app has its rights afterwards; without it, the command says what is missing', async () => {
  const source = await openTestPostgresDatabase();
  cleanUps.push(() => source.close());
  await fillEveryTable(source, cipher);
  const file = await makeBackup(source);
  const { ownerUrl, appUrl } = await createTestRoles();
  await (await openDatabase({ url: appUrl, ownerUrl, log: silentLog })).close();
  await expect(restoreBackup(file, { url: appUrl, ownerUrl: undefined }, { cipher })).rejects.toMatchObject({
    userMessage: expect.stringContaining('DATABASE_OWNER_URL') as string,
  });
  await restoreBackup(file, { url: appUrl, ownerUrl }, { cipher });
  const app = await open(appUrl);
  await expect(app.db.execute(sql`update audit set action = 'changed'`)).rejects.toThrow();
  await app.db.execute(sql`update staff set name = 'changed'`);
});
