import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStart } from '../../start/testing/open-start';
import { getAttempt, recordAttempt } from '../../store/creation-attempts';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { priya } from '../testing/open-record';
import { createImport } from './create-import';
import type { CreationInput } from './creation-parts';
import { judgeLooks } from './judge-looks';
import { readAttempt } from './read-attempt';
import { readLostAttempts } from './read-lost-attempts';
import { settleAttempts } from './settle-attempts';
import { settleByHand } from './settle-by-hand';

let house: Awaited<ReturnType<typeof openStart>>;
beforeAll(async () => {
  house = await openStart(await openTestDatabase());
});
afterAll(() => house.close());

const newName = () => `ops-${randomUUID().slice(0, 8)}@acme.example`;
const minute = 60_000;

function wish(username: string, more: Partial<CreationInput> = {}): CreationInput {
  return {
    caller: priya,
    environment: 'live',
    attempt: randomUUID(),
    fields: { source_tool: 'Zendesk', destination_username: username },
    ...more,
  };
}

/** A creation whose answer is lost: carried out at the service (`reset-after`) or not (`reset-before`). */
async function lose(username: string, how: 'reset-after' | 'reset-before', more: Partial<CreationInput> = {}) {
  house.strike(username, how);
  const { attempt } = await createImport(house.parts, wish(username, more));
  expect(attempt.state).toBe('unknown');
  return attempt;
}

const stateOf = async (id: string) => (await getAttempt(house.parts.database.db, id))?.state;

describe('a lost answer', () => {
  test('one new import is taken for it, and one the customer had before is not', async () => {
    const username = newName();
    const { attempt: first } = await createImport(house.parts, wish(username));
    const lost = await lose(username, 'reset-after', {
      fields: { source_tool: 'Freshdesk', destination_username: username },
    });
    await settleAttempts(house.parts);
    const settled = await getAttempt(house.parts.database.db, lost.id);
    expect(settled).toMatchObject({ state: 'adopted', knownIds: [first.importId] });
    expect(settled?.importId).not.toBe(first.importId);
    expect(await house.parts.readRecord(settled?.importId ?? '')).toMatchObject({
      row: { username, tool: 'Freshdesk', createdBy: 'Priya Raman' },
    });
    expect(house.importsOf(username)).toHaveLength(2);
  });

  test('none in one look allows nothing yet; none in two looks a minute apart allows another try', async () => {
    const username = newName();
    const lost = await lose(username, 'reset-before');
    await settleAttempts(house.parts);
    expect(await stateOf(lost.id)).toBe('unknown');
    await expect(createImport(house.parts, wish(username))).rejects.toMatchObject({
      code: 'conflict',
      person: expect.stringContaining('its answer was lost'),
    });
    house.pass(minute);
    await settleAttempts(house.parts);
    expect(await stateOf(lost.id)).toBe('not_created');
    const { attempt } = await createImport(house.parts, wish(username));
    expect(attempt.state).toBe('created');
    expect(house.importsOf(username)).toHaveLength(1);
  });

  test('several new imports, and one that two lost creations could claim, are for a person to tell apart', async () => {
    const several = newName();
    const lost = await lose(several, 'reset-after');
    house.simulator.placeImport({ username: several });
    const rivals = newName();
    const [one, two] = [
      await lose(rivals, 'reset-after'),
      await lose(rivals, 'reset-before', { fields: { source_tool: 'Freshdesk', destination_username: rivals } }),
    ];
    const look = async () => {
      house.pass(minute);
      await settleAttempts(house.parts);
      return Promise.all([lost.id, one.id, two.id].map(stateOf));
    };
    expect(await look()).toEqual(['unknown', 'unknown', 'unknown']);
    expect(await look()).toEqual(['unknown', 'unknown', 'not_created']);
    // Now that the other one is known to have come to nothing, there is no doubt left.
    expect(await look()).toEqual(['unknown', 'adopted', 'not_created']);
    const listed = (await readLostAttempts(house.parts, 'live')).find(({ id }) => id === lost.id);
    expect(listed).toMatchObject({ username: several, by: 'Priya Raman', message: expect.stringContaining('2 new') });
    expect(listed?.candidates).toHaveLength(2);

    const say = (importId: string | null) =>
      settleByHand(house.parts, { caller: priya, environment: 'live', attempt: lost.id, importId });
    await expect(say('999999')).rejects.toMatchObject({ code: 'conflict' });
    const [candidate = ''] = listed?.candidates ?? [];
    expect(await say(candidate)).toMatchObject({ state: 'adopted', importId: candidate });
    await expect(say(null)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('whoever knowingly starts again gets one new import; the first is abandoned and both point at each other', async () => {
    const username = newName();
    const lost = await lose(username, 'reset-after');
    await settleAttempts(house.parts);
    const { importId: before } = (await getAttempt(house.parts.database.db, lost.id)) ?? {};
    const again = wish(username, { replaces: lost.id });
    const [one, other] = await Promise.all([createImport(house.parts, again), createImport(house.parts, again)]);
    expect(one.attempt.importId).toBe(other.attempt.importId);
    expect(one.redirectUrl).toContain('/migrate/');
    expect(await getAttempt(house.parts.database.db, lost.id)).toMatchObject({
      state: 'abandoned',
      replacedBy: again.attempt,
    });
    const notes = async (id: string | null | undefined) => (await house.parts.readRecord(id ?? ''))?.notes[0]?.text;
    expect(await notes(before)).toContain(`started again as import ${one.attempt.importId}`);
    expect(await notes(one.attempt.importId)).toContain(`Takes the place of import ${before}`);
    await expect(createImport(house.parts, wish(username, { replaces: lost.id }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(house.importsOf(username)).toHaveLength(2);
  });

  test('of another customer, or one that commits to paying, cannot be put aside', async () => {
    const lost = await lose(newName(), 'reset-before');
    await expect(createImport(house.parts, wish(newName(), { replaces: lost.id }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await stateOf(lost.id)).toBe('unknown');
    const username = newName();
    const paying = randomUUID();
    await recordAttempt(house.parts.database.db, {
      id: paying,
      environment: 'live',
      username,
      tool: 'Freshdesk',
      startFull: true,
      state: 'unknown',
      by: 'Amira',
      createdAt: new Date(),
    });
    const again = createImport(house.parts, wish(username, { replaces: paying }));
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    const byHand = settleByHand(house.parts, { caller: priya, environment: 'live', attempt: paying, importId: null });
    await expect(byHand).rejects.toMatchObject({ person: expect.stringContaining('an approver settles') });
    expect(await stateOf(paying)).toBe('unknown');
  });
});

test('an attempt sent four times at once makes one import, and everybody gets its address', async () => {
  const username = newName();
  const once = wish(username);
  const results = await Promise.all(Array.from({ length: 4 }, () => createImport(house.parts, once)));
  expect(new Set(results.map(({ redirectUrl }) => redirectUrl)).size).toBe(1);
  expect(house.importsOf(username)).toHaveLength(1);
});

test('an attempt is shown again to the person who made it, its address for half an hour', async () => {
  const { attempt } = await createImport(house.parts, wish(newName()));
  const staffId = priya.actor.kind === 'staff' ? priya.actor.id : '';
  expect(await readAttempt(house.parts, { attempt: attempt.id, staffId })).toMatchObject({
    redirectUrl: expect.stringContaining('/migrate/'),
  });
  house.pass(31 * minute);
  expect(await readAttempt(house.parts, { attempt: attempt.id, staffId })).toMatchObject({ redirectUrl: null });
  await expect(readAttempt(house.parts, { attempt: attempt.id, staffId: randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  });
});

describe('what the looks say', () => {
  const look = (atS: number, ...fresh: string[]) => ({ at: new Date(atS * 1000).toISOString(), fresh });
  test.each([
    ['no list from before', null, [look(0, '1')], 0, 'ask_person'],
    ['no look yet', [], [], 0, 'look_again'],
    ['one new', ['7'], [look(0), look(60, '8')], 0, 'adopt'],
    ['one new, another creation lost', ['7'], [look(0, '8')], 1, 'ask_person'],
    ['two new', [], [look(0, '8', '9')], 0, 'ask_person'],
    ['none, 59 s apart', [], [look(0), look(59)], 0, 'look_again'],
    ['none, 60 s apart', [], [look(0), look(60)], 0, 'not_created'],
  ] as const)('%s', (_name, known, looks, rivals, kind) => {
    expect(judgeLooks(known, looks, rivals).kind).toBe(kind);
  });
});
