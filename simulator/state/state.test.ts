import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../clock';
import { startSimulator } from '../start-simulator';
import { StateFileError } from './open-journal';

const folder = mkdtempSync(join(tmpdir(), 'simulator-state-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newFile = (): string => join(folder, `nested-${count++}`, 'state.jsonl');

test('imports, decisions, running work and links survive a restart', async () => {
  const state = newFile();
  const clock = createManualClock(Date.UTC(2026, 10, 12));
  const first = await startSimulator({ state, clock });
  const id = String(first.placeImport({ username: 'a@b.example', status: 'Waiting to start sample migration' })['id']);
  first.performAction(id, 'start-sample');
  const { redirectUrl: _, ...before } = first.getImport(id);
  await first.close();

  const second = await startSimulator({ state, clock });
  const { redirectUrl: __, ...after } = second.getImport(id);
  expect(after).toEqual(before);
  clock.advance(25 * 60_000);
  expect(second.getImport(id)['status']).toBe('Sample migration completed');
  expect(Number(second.placeImport({})['number'])).toBeGreaterThan(Number(before['number']));
  await second.close();
});

test('work that ended during downtime ends after the restart', async () => {
  const state = newFile();
  const clock = createManualClock(Date.UTC(2026, 10, 12));
  const first = await startSimulator({ state, clock });
  const id = String(first.placeImport({ status: 'Waiting to start sample migration' })['id']);
  first.performAction(id, 'start-sample');
  await first.close();
  clock.advance(86_400_000);
  const second = await startSimulator({ state, clock });
  clock.advance(0);
  expect(second.getImport(id)['status']).toBe('Sample migration completed');
  await second.close();
});

test('a change is written before the response', async () => {
  const state = newFile();
  const simulator = await startSimulator({ state });
  const id = String(simulator.placeImport({ username: 'crash@b.example', status: 'Sample migration completed' })['id']);
  simulator.performAction(id, 'request-full');
  // Not closed, as after a kill: a second reader sees only what is on disk.
  const reader = await startSimulator({ state });
  expect(reader.getImport(id)['requests']).toHaveLength(1);
  await Promise.all([reader.close(), simulator.close()]);
});

test('the world is seeded only once', async () => {
  const state = newFile();
  const first = await startSimulator({ state, world: 40 });
  const before = first.history().map(({ id }) => id);
  await first.close();
  const second = await startSimulator({ state, world: 40 });
  expect(second.history().map(({ id }) => id)).toEqual(before);
  await second.close();
});

test('only the owner can read the file', async () => {
  const state = newFile();
  const simulator = await startSimulator({ state });
  simulator.placeImport({});
  expect(statSync(state).mode & 0o777).toBe(0o600);
  await simulator.close();
});

describe('a damaged file', () => {
  test('ignores a truncated last line', async () => {
    const state = newFile();
    const first = await startSimulator({ state });
    const id = String(first.placeImport({})['id']);
    await first.close();
    appendFileSync(state, '{"line":"import","import":{"num');
    const second = await startSimulator({ state });
    expect(second.history().map((entry) => entry['id'])).toEqual([id]);
    await second.close();
  });

  test.each([
    ['not JSON', 'hello\n', 1],
    ['without an end of line', 'hello', 1],
    ['somebody else’s JSON', '{"name":"landfall"}\n', 1],
    ['damaged further down', '{"line":"head","version":1,"seed":"x"}\n{"line":"import"}\n', 2],
    ['of a later version', '{"line":"head","version":2,"seed":"x"}\n', 1],
  ])('%s: reports file and line and does not change the file', async (_, content, line) => {
    const state = join(folder, `bad-${count++}`);
    writeFileSync(state, content);
    await expect(startSimulator({ state })).rejects.toThrow(StateFileError);
    await expect(startSimulator({ state })).rejects.toThrow(
      `The state file ${state} cannot be read: line ${line} is not one`,
    );
    expect(readFileSync(state, 'utf8')).toBe(content);
  });
});
