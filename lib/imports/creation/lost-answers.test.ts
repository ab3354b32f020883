import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, Caller } from '../../contract/caller';
import { readImportDetail } from '../../import-detail/read-import-detail';
import { openStart } from '../../start/testing/open-start';
import { getAttempt, recordAttempt } from '../../store/imports/creation-attempts';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { priya } from '../testing/open-imports';
import { observe } from '../observations/observe';
import { createImport } from './create-import';
import type { CreationInput } from './creation-deps';
import { evaluateLookups } from './evaluate-lookups';
import { readAttempt } from './read-attempt';
import { readLostAttempts } from './read-lost-attempts';
import { settleAttempts } from './settle-attempts';
import { settleManually } from './settle-manually';

let app: Awaited<ReturnType<typeof openStart>>;
beforeAll(async () => {
  app = await openStart(await openTestDatabase());
});
afterAll(() => app.close());

const newName = () => `ops-${randomUUID().slice(0, 8)}@acme.example`;
const minute = 60_000;

function creationInput(username: string, more: Partial<CreationInput> = {}): CreationInput {
  return {
    caller: priya,
    environment: 'live',
    attempt: randomUUID(),
    fields: { source_tool: 'Zendesk', destination_username: username },
    ...more,
  };
}

/** Loses the response after (`reset-after`) or before (`reset-before`) the service creates the import. */
async function createWithLostAnswer(
  username: string,
  how: 'reset-after' | 'reset-before',
  more: Partial<CreationInput> = {},
) {
  app.injectFault(username, how);
  const { attempt } = await createImport(app.deps, creationInput(username, more));
  expect(attempt.state).toBe('unknown');
  return attempt;
}

const stateOf = async (id: string) => (await getAttempt(app.deps.database.db, id))?.state;

describe('a lost response', () => {
  test('adopts the one new import, not one the customer had before', async () => {
    const username = newName();
    const { attempt: first } = await createImport(app.deps, creationInput(username));
    const lost = await createWithLostAnswer(username, 'reset-after', {
      fields: { source_tool: 'Freshdesk', destination_username: username },
    });
    await settleAttempts(app.deps);
    const settled = await getAttempt(app.deps.database.db, lost.id);
    expect(settled).toMatchObject({ state: 'adopted', knownIds: [first.importId] });
    expect(settled?.importId).not.toBe(first.importId);
    expect(await readImportDetail(app.deps.detail, 'live', settled?.importId ?? '')).toMatchObject({
      row: { username, tool: 'Freshdesk', createdBy: 'Priya Raman' },
    });
    expect(app.importsOf(username)).toHaveLength(2);
  });

  test('allows another attempt only after two empty lookups a minute apart', async () => {
    const username = newName();
    const lost = await createWithLostAnswer(username, 'reset-before');
    await settleAttempts(app.deps);
    expect(await stateOf(lost.id)).toBe('unknown');
    await expect(createImport(app.deps, creationInput(username))).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('no reply arrived'),
    });
    app.advance(minute);
    await settleAttempts(app.deps);
    expect(await stateOf(lost.id)).toBe('not_created');
    const { attempt } = await createImport(app.deps, creationInput(username));
    expect(attempt.state).toBe('created');
    expect(app.importsOf(username)).toHaveLength(1);
  });

  test('leaves several new imports, and an import that two attempts could claim, to a person', async () => {
    const several = newName();
    const lost = await createWithLostAnswer(several, 'reset-after');
    app.simulator.placeImport({ username: several });
    const rivals = newName();
    const [one, two] = [
      await createWithLostAnswer(rivals, 'reset-after'),
      await createWithLostAnswer(rivals, 'reset-before', {
        fields: { source_tool: 'Freshdesk', destination_username: rivals },
      }),
    ];
    const settle = async () => {
      app.advance(minute);
      await settleAttempts(app.deps);
      return Promise.all([lost.id, one.id, two.id].map(stateOf));
    };
    expect(await settle()).toEqual(['unknown', 'unknown', 'unknown']);
    expect(await settle()).toEqual(['unknown', 'unknown', 'not_created']);
    // The other attempt is settled, so the new import is unambiguous.
    expect(await settle()).toEqual(['unknown', 'adopted', 'not_created']);
    const listed = (await readLostAttempts(app.deps, { environment: 'live', caller: priya })).find(
      ({ id }) => id === lost.id,
    );
    expect(listed).toMatchObject({ username: several, by: 'Priya Raman', message: expect.stringContaining('2 new') });
    expect(listed?.candidates).toHaveLength(2);

    const settleAs = (importId: string | null) =>
      settleManually(app.deps, { caller: priya, environment: 'live', attempt: lost.id, importId });
    await expect(settleAs('999999')).rejects.toMatchObject({ code: 'conflict' });
    const [candidate = ''] = listed?.candidates ?? [];
    expect(await settleAs(candidate)).toMatchObject({ state: 'adopted', importId: candidate });
    await expect(settleAs(null)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('treats another spelling of the username as the same customer', async () => {
    const withTool = (username: string, tool: string) => ({
      fields: { source_tool: tool, destination_username: username },
    });
    const name = newName();
    const lost = await createWithLostAnswer(name.toUpperCase(), 'reset-before');
    await expect(createImport(app.deps, creationInput(name))).rejects.toMatchObject({ code: 'conflict' });
    await createImport(app.deps, creationInput(name, withTool(name, 'Freshdesk')));
    const rivals = newName();
    const one = await createWithLostAnswer(rivals, 'reset-before', withTool(rivals, 'Freshdesk'));
    const two = await createWithLostAnswer(rivals.toUpperCase(), 'reset-after');
    await settleAttempts(app.deps);
    expect(await getAttempt(app.deps.database.db, lost.id)).toMatchObject({
      state: 'unknown',
      lookups: [{ fresh: [] }],
    });
    for (const { id } of [one, two]) {
      const message = expect.stringContaining('several requests got no reply');
      expect(await getAttempt(app.deps.database.db, id)).toMatchObject({ state: 'unknown', message });
    }
    app.advance(minute);
    await settleAttempts(app.deps);
    expect(await stateOf(lost.id)).toBe('not_created');
  });

  test('begins one of several creations at once for spellings of one username', async () => {
    const rest = newName();
    const begin = (start: string) =>
      new Promise<string>((resolve) => {
        const listImports = () => {
          resolve('begun');
          return new Promise<never>(() => {});
        };
        const deps = { ...app.deps, client: { ...app.deps.client, listImports } };
        createImport(deps, creationInput(start + rest)).catch(() => resolve('refused'));
      });
    const starts = ['xyz', 'Xyz', 'xYz', 'xyZ', 'XYz', 'XYZ'];
    // Opens the connections, so that the requests run at the same time.
    await Promise.all(starts.map(() => app.deps.database.transaction((tx) => getAttempt(tx, randomUUID()))));
    const outcomes = await Promise.all(starts.map(begin));
    expect(outcomes.filter((outcome) => outcome === 'begun')).toHaveLength(1);
  });

  test('checks again only after a minute if another attempt gets the import during the check', async () => {
    const username = newName();
    const lost = await createWithLostAnswer(username, 'reset-after');
    const importId = String(app.importsOf(username)[0]?.['id']);
    const { database } = app.deps;
    const other = { id: randomUUID(), environment: 'live', tool: 'Zendesk', state: 'created', by: 'Amira' } as const;
    const transaction: typeof database.transaction = async (work) => {
      await recordAttempt(database.db, { ...other, importId, createdAt: new Date() });
      return database.transaction(work);
    };
    await settleAttempts({ ...app.deps, database: { ...database, transaction } });
    const lookups = [{ fresh: [importId] }];
    expect(await getAttempt(database.db, lost.id)).toMatchObject({ state: 'unknown', lookups });
  });

  test('starting again creates one new import, abandons the first and links both with notes', async () => {
    const username = newName();
    const lost = await createWithLostAnswer(username, 'reset-after');
    await settleAttempts(app.deps);
    const { importId: before } = (await getAttempt(app.deps.database.db, lost.id)) ?? {};
    const again = creationInput(username, { replaces: lost.id });
    const [one, other] = await Promise.all([createImport(app.deps, again), createImport(app.deps, again)]);
    expect(one.attempt.importId).toBe(other.attempt.importId);
    expect(one.redirectUrl).toContain('/migrate/');
    expect(await getAttempt(app.deps.database.db, lost.id)).toMatchObject({
      state: 'abandoned',
      replacedBy: again.attempt,
    });
    const notes = async (id: string | null | undefined) =>
      (await readImportDetail(app.deps.detail, 'live', id ?? ''))?.notes[0]?.text;
    expect(await notes(before)).toContain(`started again as import ${one.attempt.importId}`);
    expect(await notes(one.attempt.importId)).toContain(`Replaces import ${before}`);
    await expect(createImport(app.deps, creationInput(username, { replaces: lost.id }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(app.importsOf(username)).toHaveLength(2);
  });

  test('staff cannot replace an import that has moved on, unless it is gone', async () => {
    const username = newName();
    const lost = await createWithLostAnswer(username, 'reset-after');
    await settleAttempts(app.deps);
    const { importId } = (await getAttempt(app.deps.database.db, lost.id)) ?? {};
    const report = (more: { status: string | null; gone?: boolean }) =>
      observe(app.deps.observer, {
        ...{ environment: 'live', importId: importId ?? '', source: 'lookup', seenAt: new Date(), ...more },
      });
    const again = () => createImport(app.deps, creationInput(username, { replaces: lost.id }));
    await report({ status: 'Sample migration in progress' });
    await expect(again()).rejects.toMatchObject({ userMessage: expect.stringContaining('has moved on') });
    expect(await stateOf(lost.id)).toBe('adopted');
    await report({ status: null, gone: true });
    expect((await again()).attempt.state).toBe('created');
    expect(await stateOf(lost.id)).toBe('abandoned');
  });

  test('does not replace an attempt of another customer or one with start_full', async () => {
    const lost = await createWithLostAnswer(newName(), 'reset-before');
    await expect(createImport(app.deps, creationInput(newName(), { replaces: lost.id }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await stateOf(lost.id)).toBe('unknown');
    const username = newName();
    const paying = randomUUID();
    await recordAttempt(app.deps.database.db, {
      id: paying,
      environment: 'live',
      username,
      tool: 'Freshdesk',
      startFull: true,
      state: 'unknown',
      by: 'Amira',
      createdAt: new Date(),
    });
    const again = createImport(app.deps, creationInput(username, { replaces: paying }));
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    const byHand = settleManually(app.deps, { caller: priya, environment: 'live', attempt: paying, importId: null });
    await expect(byHand).rejects.toMatchObject({
      userMessage: expect.stringContaining('An approver has to settle it'),
    });
    expect(await stateOf(paying)).toBe('unknown');
  });
});

test('creates one import for four concurrent requests with the same attempt', async () => {
  const username = newName();
  const once = creationInput(username);
  const results = await Promise.all(Array.from({ length: 4 }, () => createImport(app.deps, once)));
  expect(new Set(results.map(({ redirectUrl }) => redirectUrl)).size).toBe(1);
  expect(app.importsOf(username)).toHaveLength(1);
});

test('does not give the result of an attempt to another person or key that sends it again', async () => {
  const crm: Caller = { ...priya, actor: { kind: 'key', id: '1', name: 'CRM (1)' } };
  const authors: Caller[] = [
    priya,
    crm,
    { ...priya, actor: { kind: 'staff', id: randomUUID(), name: 'Amira', email: 'amira@x.example', role: 'admin' } },
    { ...priya, actor: { kind: 'key', id: '2', name: 'CRM (2)' } },
    { ...priya, actor: { kind: 'customer', name: 'customer' } },
  ];
  for (const author of authors.slice(0, 2)) {
    const input = creationInput(newName(), { caller: author });
    const { redirectUrl } = await createImport(app.deps, input);
    for (const caller of authors) {
      const again = createImport(app.deps, { ...input, caller });
      if (caller === author) expect(await again).toMatchObject({ redirectUrl });
      else await expect(again).rejects.toMatchObject({ code: 'conflict' });
    }
  }
});

test('shows an attempt again only to its author, with the address for 30 minutes', async () => {
  const { attempt } = await createImport(app.deps, creationInput(newName()));
  const shownTo = (caller: Caller) => readAttempt(app.deps, { attempt: attempt.id, caller });
  expect(await shownTo(priya)).toMatchObject({
    redirectUrl: expect.stringContaining('/migrate/'),
  });
  app.advance(31 * minute);
  expect(await shownTo(priya)).toMatchObject({ redirectUrl: null });
  const amira = { kind: 'staff', name: 'Amira', email: 'amira@x.example', role: 'admin' } as const;
  const others: Actor[] = [
    { ...amira, id: randomUUID() },
    { kind: 'key', id: priya.requestId, name: 'Priya' },
    { kind: 'stranger' },
  ];
  for (const actor of others) await expect(shownTo({ ...priya, actor })).rejects.toMatchObject({ code: 'not_found' });
});

test('shows a key its own attempts, and refuses another while one is open', async () => {
  const username = newName();
  const crm: Caller = { ...priya, actor: { kind: 'key', id: '1', name: 'CRM (1)' } };
  const { attempt } = await createImport(app.deps, { ...creationInput(username), caller: crm });
  const shownTo = (caller: Caller) => readAttempt(app.deps, { attempt: attempt.id, caller });
  expect(await shownTo(crm)).toMatchObject({ outcome: 'created' });
  await expect(shownTo({ ...crm, actor: { kind: 'key', id: '2', name: 'CRM (2)' } })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(shownTo(priya)).rejects.toMatchObject({ code: 'not_found' });
  const fields = { source_tool: 'Freshdesk', destination_username: username };
  await createWithLostAnswer(username, 'reset-before', { caller: crm, fields });
  const again = createImport(app.deps, creationInput(username, { caller: crm, fields }));
  await expect(again).rejects.toMatchObject({ code: 'conflict' });
});

describe('evaluateLookups', () => {
  const lookup = (atS: number, ...fresh: string[]) => ({ at: new Date(atS * 1000).toISOString(), fresh });
  test.each([
    ['no earlier list', null, [lookup(0, '1')], 0, 'manual'],
    ['no lookup yet', [], [], 0, 'retry'],
    ['one new', ['7'], [lookup(0), lookup(60, '8')], 0, 'adopt'],
    ['one new, another attempt open', ['7'], [lookup(0, '8')], 1, 'manual'],
    ['two new', [], [lookup(0, '8', '9')], 0, 'manual'],
    ['none, 59 s apart', [], [lookup(0), lookup(59)], 0, 'retry'],
    ['none, 60 s apart', [], [lookup(0), lookup(60)], 0, 'not_created'],
  ] as const)('%s', (_name, known, lookups, otherAttempts, kind) => {
    expect(evaluateLookups(known, lookups, otherAttempts).kind).toBe(kind);
  });
});
