import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStart } from '../../start/testing/open-start';
import { getAttempt, recordAttempt } from '../../store/imports/creation-attempts';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { priya } from '../testing/open-imports';
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

/** A creation whose answer is lost: carried out at the service (`reset-after`) or not (`reset-before`). */
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

describe('a lost answer', () => {
  test('one new import is taken for it, and one the customer had before is not', async () => {
    const username = newName();
    const { attempt: first } = await createImport(app.deps, creationInput(username));
    const lost = await createWithLostAnswer(username, 'reset-after', {
      fields: { source_tool: 'Freshdesk', destination_username: username },
    });
    await settleAttempts(app.deps);
    const settled = await getAttempt(app.deps.database.db, lost.id);
    expect(settled).toMatchObject({ state: 'adopted', knownIds: [first.importId] });
    expect(settled?.importId).not.toBe(first.importId);
    expect(await app.deps.readImportDetail(settled?.importId ?? '')).toMatchObject({
      row: { username, tool: 'Freshdesk', createdBy: 'Priya Raman' },
    });
    expect(app.importsOf(username)).toHaveLength(2);
  });

  test('none in one look allows nothing yet; none in two looks a minute apart allows another try', async () => {
    const username = newName();
    const lost = await createWithLostAnswer(username, 'reset-before');
    await settleAttempts(app.deps);
    expect(await stateOf(lost.id)).toBe('unknown');
    await expect(createImport(app.deps, creationInput(username))).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('its answer was lost'),
    });
    app.advance(minute);
    await settleAttempts(app.deps);
    expect(await stateOf(lost.id)).toBe('not_created');
    const { attempt } = await createImport(app.deps, creationInput(username));
    expect(attempt.state).toBe('created');
    expect(app.importsOf(username)).toHaveLength(1);
  });

  test('several new imports, and one that two lost creations could claim, are for a person to tell apart', async () => {
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
    // Now that the other one is known to have come to nothing, there is no doubt left.
    expect(await settle()).toEqual(['unknown', 'adopted', 'not_created']);
    const listed = (await readLostAttempts(app.deps, 'live')).find(({ id }) => id === lost.id);
    expect(listed).toMatchObject({ username: several, by: 'Priya Raman', message: expect.stringContaining('2 new') });
    expect(listed?.candidates).toHaveLength(2);

    const say = (importId: string | null) =>
      settleManually(app.deps, { caller: priya, environment: 'live', attempt: lost.id, importId });
    await expect(say('999999')).rejects.toMatchObject({ code: 'conflict' });
    const [candidate = ''] = listed?.candidates ?? [];
    expect(await say(candidate)).toMatchObject({ state: 'adopted', importId: candidate });
    await expect(say(null)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('whoever knowingly starts again gets one new import; the first is abandoned and both point at each other', async () => {
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
    const notes = async (id: string | null | undefined) => (await app.deps.readImportDetail(id ?? ''))?.notes[0]?.text;
    expect(await notes(before)).toContain(`started again as import ${one.attempt.importId}`);
    expect(await notes(one.attempt.importId)).toContain(`Takes the place of import ${before}`);
    await expect(createImport(app.deps, creationInput(username, { replaces: lost.id }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(app.importsOf(username)).toHaveLength(2);
  });

  test('of another customer, or one that commits to paying, cannot be put aside', async () => {
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
    await expect(byHand).rejects.toMatchObject({ userMessage: expect.stringContaining('an approver settles') });
    expect(await stateOf(paying)).toBe('unknown');
  });
});

test('an attempt sent four times at once makes one import, and everybody gets its address', async () => {
  const username = newName();
  const once = creationInput(username);
  const results = await Promise.all(Array.from({ length: 4 }, () => createImport(app.deps, once)));
  expect(new Set(results.map(({ redirectUrl }) => redirectUrl)).size).toBe(1);
  expect(app.importsOf(username)).toHaveLength(1);
});

test('an attempt is shown again to the person who made it, its address for half an hour', async () => {
  const { attempt } = await createImport(app.deps, creationInput(newName()));
  const staffId = priya.actor.kind === 'staff' ? priya.actor.id : '';
  expect(await readAttempt(app.deps, { attempt: attempt.id, staffId })).toMatchObject({
    redirectUrl: expect.stringContaining('/migrate/'),
  });
  app.advance(31 * minute);
  expect(await readAttempt(app.deps, { attempt: attempt.id, staffId })).toMatchObject({ redirectUrl: null });
  await expect(readAttempt(app.deps, { attempt: attempt.id, staffId: randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  });
});

describe('what the looks say', () => {
  const settle = (atS: number, ...fresh: string[]) => ({ at: new Date(atS * 1000).toISOString(), fresh });
  test.each([
    ['no list from before', null, [settle(0, '1')], 0, 'manual'],
    ['no look yet', [], [], 0, 'retry'],
    ['one new', ['7'], [settle(0), settle(60, '8')], 0, 'adopt'],
    ['one new, another creation lost', ['7'], [settle(0, '8')], 1, 'manual'],
    ['two new', [], [settle(0, '8', '9')], 0, 'manual'],
    ['none, 59 s apart', [], [settle(0), settle(59)], 0, 'retry'],
    ['none, 60 s apart', [], [settle(0), settle(60)], 0, 'not_created'],
  ] as const)('%s', (_name, known, lookups, rivals, kind) => {
    expect(evaluateLookups(known, lookups, rivals).kind).toBe(kind);
  });
});
