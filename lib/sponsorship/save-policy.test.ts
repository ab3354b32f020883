import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultPolicy, type Policy } from '../contract/policy';
import { createCipher, generateKey } from '../core/cipher';
import { createManualClock } from '../core/testing/manual-clock';
import type { Database } from '../store/database/database';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { listAuditAfter } from '../store/events/audit';
import { changes } from '../store/schema/changes';
import { pendingPolicies } from '../store/schema/sponsorship';
import { accountLinks } from '../store/schema/staff';
import { listPolicies, readCurrentPolicy } from '../store/sponsorship/policies';
import { updateStaff } from '../store/staff/staff';
import { createTestPostgresUrl, openTestDatabase } from '../store/testing/open-test-database';
import { applyDuePolicy } from './apply-due-policy';
import { cancelPolicy } from './cancel-policy';
import { confirmPolicy } from './confirm-policy';
import { readPolicyWithPending } from './read-policy';
import { savePolicy } from './save-policy';
import { putPolicy } from './testing/open-sponsorship';
import { addStaff, staffCaller } from './testing/staff-caller';

const hourMs = 3_600_000;
const ada = staffCaller('Ada', 'admin');
const bo = staffCaller('Bo', 'admin');
const idOf = (caller: typeof ada) => (caller.actor.kind === 'staff' ? caller.actor.id : '');
const pendingId = (saved: { pending: { id: string } | null }) => saved.pending?.id ?? 'none';

const cipher = createCipher([generateKey()]);

function policyDeps(database: Database) {
  return { database, cipher, clock: createManualClock(), newId: randomUUID };
}
type Deps = ReturnType<typeof policyDeps>;

const save = (deps: Deps, change: Partial<Policy>, basedOn: number, caller = ada) =>
  savePolicy(deps, { caller, policy: { ...defaultPolicy, ...change }, basedOn });
const auditActions = async ({ database }: Deps) =>
  (await listAuditAfter(database.db, 0, 1000)).map(({ action }) => action);
const closeReasons = async ({ database }: Deps) =>
  (await database.db.select().from(pendingPolicies).orderBy(pendingPolicies.proposedAt)).map((row) => row.closeReason);

let deps: Deps;
beforeEach(async () => {
  deps = policyDeps(await openTestDatabase());
  for (const admin of [ada, bo]) await addStaff(deps.database.db, admin);
});
afterEach(() => deps.database.close());

test('puts a stricter policy in force as a new version and audits both', async () => {
  expect(await save(deps, { monthlyBudget: 20 }, 0)).toMatchObject({ version: 1, by: 'Ada', pending: null });
  expect(await save(deps, { monthlyBudget: 10 }, 1)).toMatchObject({ version: 2, policy: { monthlyBudget: 10 } });
  expect((await listPolicies(deps.database.db, 10)).map(({ policy }) => policy.monthlyBudget)).toEqual([10, 20]);
  const entries = await listAuditAfter(deps.database.db, 0, 100);
  expect(entries.at(-1)).toMatchObject({
    action: 'policy.changed',
    subject: 'policy version 2',
    actor: expect.stringContaining('Ada'),
    before: { monthlyBudget: 20 },
    after: { monthlyBudget: 10 },
  });
});

test('keeps a weaker policy pending until another admin confirms it', async () => {
  await save(deps, { secondPerson: { when: 'always' } }, 0);
  const saved = await save(deps, {}, 1);
  expect(saved).toMatchObject({
    version: 1,
    policy: { secondPerson: { when: 'always' } },
    pending: {
      policy: { secondPerson: { when: 'never' } },
      proposedBy: 'Ada',
      proposedById: idOf(ada),
      proposedAt: '2026-11-12T09:00:00.000Z',
      effectiveAt: '2026-11-13T09:00:00.000Z',
      mayConfirm: false,
    },
  });
  const id = pendingId(saved);
  const now = deps.clock.now();
  const read = (role: 'admin' | 'approver', caller = bo) =>
    readPolicyWithPending(deps.database.db, { id: idOf(caller), role }, now);
  expect((await read('admin')).pending?.mayConfirm).toBe(true);
  expect((await read('admin', ada)).pending?.mayConfirm).toBe(false);
  expect((await read('approver')).pending?.mayConfirm).toBe(false);

  await expect(confirmPolicy(deps, { caller: ada, id })).rejects.toMatchObject({
    code: 'conflict',
    userMessage: 'You proposed this change, so another admin has to confirm it.',
  });
  await expect(confirmPolicy(deps, { caller: bo, id: randomUUID() })).rejects.toMatchObject({ code: 'conflict' });
  await expect(confirmPolicy(deps, { caller: staffCaller('Ines'), id })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await readCurrentPolicy(deps.database.db)).version).toBe(1);

  expect(await confirmPolicy(deps, { caller: bo, id })).toMatchObject({
    version: 2,
    policy: { secondPerson: { when: 'never' } },
    by: 'Ada, confirmed by Bo',
    pending: null,
  });
  await expect(confirmPolicy(deps, { caller: bo, id })).rejects.toMatchObject({ code: 'conflict' });
  await expect(cancelPolicy(deps, { caller: bo, id })).rejects.toMatchObject({ code: 'conflict' });
  expect(await auditActions(deps)).toEqual([
    'policy.changed',
    'policy.change_proposed',
    'policy.changed',
    'policy.change_confirmed',
  ]);
});

test('an admin who counts as one person with the proposer cannot confirm', async () => {
  const { db } = deps.database;
  const createdAt = deps.clock.now();
  const link = { tokenHash: 'x', staffId: idOf(bo), shownToId: idOf(ada), createdAt, expiresAt: createdAt };
  await db.insert(accountLinks).values(link);
  await save(deps, { reasonRequired: true }, 0);
  const id = pendingId(await save(deps, {}, 1));
  await expect(confirmPolicy(deps, { caller: bo, id })).rejects.toMatchObject({
    code: 'conflict',
    userMessage: expect.stringContaining('is linked to'),
  });
  const read = await readPolicyWithPending(db, { id: idOf(bo), role: 'admin' }, createdAt);
  expect(read.pending?.mayConfirm).toBe(false);
  const other = staffCaller('Cleo', 'admin');
  expect(await confirmPolicy(deps, { caller: other, id })).toMatchObject({ version: 2, by: 'Ada, confirmed by Cleo' });
});

test('any admin can cancel a pending change, including the one who proposed it', async () => {
  await save(deps, { reasonRequired: true }, 0);
  for (const caller of [ada, bo]) {
    const id = pendingId(await save(deps, {}, 1));
    await expect(cancelPolicy(deps, { caller: staffCaller('Ines'), id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await cancelPolicy(deps, { caller, id })).toMatchObject({ version: 1, pending: null });
    await expect(confirmPolicy(deps, { caller: bo, id })).rejects.toMatchObject({ code: 'conflict' });
    await deps.clock.advance(25 * hourMs);
    await applyDuePolicy(deps);
  }
  expect(await readCurrentPolicy(deps.database.db)).toMatchObject({ version: 1, policy: { reasonRequired: true } });
  expect((await auditActions(deps)).slice(-2)).toEqual(['policy.change_proposed', 'policy.change_cancelled']);
});

test('a pending change takes effect after 24 hours, once', async () => {
  await save(deps, { monthlyBudget: 5 }, 0);
  await save(deps, { monthlyBudget: 6 }, 1);
  await deps.clock.advance(24 * hourMs - 1);
  await applyDuePolicy(deps);
  expect((await readCurrentPolicy(deps.database.db)).version).toBe(1);
  await deps.clock.advance(1);
  await applyDuePolicy(deps);
  await applyDuePolicy(deps);
  expect(await readCurrentPolicy(deps.database.db)).toMatchObject({
    version: 2,
    policy: { monthlyBudget: 6 },
    by: 'Ada, took effect after 24 hours',
  });
  const [entry] = (await listAuditAfter(deps.database.db, 0, 100)).slice(-1);
  expect(entry).toMatchObject({ action: 'policy.changed', subject: 'policy version 2', actor: 'system' });
});

test.each([
  ['was disabled', { disabledAt: new Date() }],
  ['is no longer an admin', { role: 'approver' }],
] as const)('a pending change is cancelled after 24 hours if its proposer %s', async (_, change) => {
  const { db } = deps.database;
  await save(deps, { monthlyBudget: 5 }, 0);
  const id = pendingId(await save(deps, { monthlyBudget: 6 }, 1));
  await updateStaff(db, idOf(ada), change);
  await deps.clock.advance(24 * hourMs - 1);
  await applyDuePolicy(deps);
  expect(await closeReasons(deps)).toEqual([null]);
  await deps.clock.advance(1);
  const countChanges = () => db.$count(changes, eq(changes.kind, 'settings'));
  const before = await countChanges();
  await applyDuePolicy(deps);
  await applyDuePolicy(deps);
  expect(await readCurrentPolicy(db)).toMatchObject({ version: 1, policy: { monthlyBudget: 5 } });
  expect(await closeReasons(deps)).toEqual(['cancelled']);
  expect(await countChanges()).toBe(before + 1);
  expect((await listAuditAfter(db, 0, 100)).slice(2)).toMatchObject([
    {
      action: 'policy.change_cancelled',
      subject: `policy change ${id}`,
      actor: 'system',
      before: { monthlyBudget: 6, proposedBy: 'Ada' },
      after: { reason: 'Ada is no longer an admin.' },
    },
  ]);
});

test('another admin can confirm a change whose proposer was disabled', async () => {
  await save(deps, { monthlyBudget: 5 }, 0);
  const id = pendingId(await save(deps, { monthlyBudget: 6 }, 1));
  await updateStaff(deps.database.db, idOf(ada), { disabledAt: new Date() });
  expect(await confirmPolicy(deps, { caller: bo, id })).toMatchObject({ version: 2, by: 'Ada, confirmed by Bo' });
});

test('a newer proposal replaces the pending one and starts its 24 hours again', async () => {
  await save(deps, { monthlyBudget: 5 }, 0);
  const first = pendingId(await save(deps, { monthlyBudget: 6 }, 1));
  await deps.clock.advance(23 * hourMs);
  const second = pendingId(await save(deps, { monthlyBudget: 7 }, 1));
  await expect(confirmPolicy(deps, { caller: bo, id: first })).rejects.toMatchObject({ code: 'conflict' });
  await deps.clock.advance(2 * hourMs);
  await applyDuePolicy(deps);
  expect((await readCurrentPolicy(deps.database.db)).version).toBe(1);
  await expect(confirmPolicy(deps, { caller: ada, id: second })).rejects.toMatchObject({ code: 'conflict' });
  await deps.clock.advance(22 * hourMs);
  await applyDuePolicy(deps);
  expect((await readCurrentPolicy(deps.database.db)).policy.monthlyBudget).toBe(7);
  expect(await closeReasons(deps)).toEqual(['replaced', 'effective']);
});

test('a newer version replaces the pending change', async () => {
  await save(deps, { monthlyBudget: 5 }, 0);
  const id = pendingId(await save(deps, {}, 1));
  expect(await save(deps, { monthlyBudget: 4 }, 1, bo)).toMatchObject({ version: 2, pending: null });
  await expect(confirmPolicy(deps, { caller: bo, id })).rejects.toMatchObject({ code: 'conflict' });
  await deps.clock.advance(25 * hourMs);
  await applyDuePolicy(deps);
  expect(await readCurrentPolicy(deps.database.db)).toMatchObject({ version: 2, policy: { monthlyBudget: 4 } });
  expect(await closeReasons(deps)).toEqual(['replaced']);
});

test('a pending change never applies to another version than the one it is based on', async () => {
  await save(deps, { monthlyBudget: 5 }, 0);
  const id = pendingId(await save(deps, {}, 1));
  await putPolicy(deps.database, 2, { monthlyBudget: 3 });
  await expect(confirmPolicy(deps, { caller: bo, id })).rejects.toMatchObject({ code: 'conflict' });
  await deps.clock.advance(25 * hourMs);
  await applyDuePolicy(deps);
  expect((await readCurrentPolicy(deps.database.db)).version).toBe(2);
  expect((await save(deps, { monthlyBudget: 4 }, 2)).pending).not.toBeNull();
});

test('returns 409 for a change based on an older version, and keeps what is pending', async () => {
  await save(deps, { monthlyBudget: 5 }, 0);
  const id = pendingId(await save(deps, {}, 1));
  for (const monthlyBudget of [4, 6]) {
    await expect(save(deps, { monthlyBudget }, 0)).rejects.toMatchObject({ code: 'conflict' });
  }
  expect((await readPolicyWithPending(deps.database.db, { id: idOf(bo), role: 'admin' }, new Date())).pending?.id).toBe(
    id,
  );
});

test('returns 409 to all but one of the admins who save the same version', async () => {
  const results = await Promise.allSettled([30, 40, 50].map((monthlyBudget) => save(deps, { monthlyBudget }, 0)));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
  }
  expect((await readCurrentPolicy(deps.database.db)).version).toBe(1);
});

test('of several proposals at the same time, one stays pending', async () => {
  await save(deps, { monthlyBudget: 5 }, 0);
  await Promise.all([6, 7, 8].map((monthlyBudget) => save(deps, { monthlyBudget }, 1)));
  expect((await closeReasons(deps)).sort()).toEqual([null, 'replaced', 'replaced']);
});

test('of confirming, cancelling, replacing and the timer on two instances, exactly one closes a change', async () => {
  const url = await createTestPostgresUrl();
  const migrations = await readMigrations();
  const one = policyDeps(await openPostgres({ url, migrations }));
  const two = policyDeps(await openPostgres({ url, migrations }));
  await addStaff(one.database.db, ada);
  await putPolicy(one.database, 1, { monthlyBudget: 50 });
  for (let round = 0; round < 12; round += 1) {
    const { version, policy } = await readCurrentPolicy(one.database.db);
    const budget = policy.monthlyBudget ?? 0;
    const id = pendingId(await save(one, { monthlyBudget: budget + 10 }, version));
    const racing = [one, two].flatMap((instance) => [
      () => confirmPolicy(instance, { caller: bo, id }),
      () => cancelPolicy(instance, { caller: ada, id }),
      () => applyDuePolicy(instance),
      () => save(instance, { monthlyBudget: budget - 1 }, version, bo),
    ]);
    for (const { clock } of [one, two]) await clock.advance(25 * hourMs);
    const order = [...racing.slice(round % racing.length), ...racing.slice(0, round % racing.length)];
    const results = await Promise.allSettled(order.map((run) => run()));
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    }
    const closed = (await closeReasons(one)).at(-1);
    const newer = (await listPolicies(one.database.db, 50)).filter((entry) => entry.version > version);
    // After a cancelled change the version is the same, so one stricter policy was still saved.
    const weaker = closed === 'confirmed' || closed === 'effective';
    expect(newer.map(({ policy: { monthlyBudget } }) => monthlyBudget)).toEqual([weaker ? budget + 10 : budget - 1]);
  }
  const changed = (await auditActions(one)).filter((action) => action === 'policy.changed');
  expect(changed).toHaveLength(12);
  await Promise.all([one, two].map(({ database }) => database.close()));
});
