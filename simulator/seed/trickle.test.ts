import { expect, test } from 'vitest';
import { createManualClock } from '../clock';
import { startSimulator } from '../start-simulator';

const startMs = Date.UTC(2026, 10, 12, 9);

test('the trickle adds customers, performs actions and never decides', async () => {
  const clock = createManualClock(startMs);
  const simulator = await startSimulator({ clock, trickle: 5_000, speed: 60 });
  clock.advance(3_600_000);
  const history = simulator.history();
  expect(history.length).toBeGreaterThan(20);
  expect(history.every(({ demo }) => demo === true)).toBe(true);
  const moved = new Set(history.flatMap(({ statuses }) => statuses.map(({ status }) => status)));
  for (const status of ['Collecting credentials', 'Sample migration completed']) expect(moved).toContain(status);
  expect(history.some(({ requests }) => Array.isArray(requests) && requests.length > 0)).toBe(true);
  expect(history.flatMap(({ decisions }) => decisions)).toEqual([]);
  await simulator.close();
});

test('in a day of the demo, a handful of customers an hour arrive, and earlier imports move', async () => {
  const clock = createManualClock(startMs);
  const simulator = await startSimulator({ clock, world: true, trickle: true });
  const hourMs = 3_600_000;
  clock.advance(24 * hourMs);
  const [earlier, added] = [true, false].map((isEarlier) =>
    simulator.history().filter(({ createdAt }) => createdAt <= startMs === isEarlier),
  );
  expect(added?.map(({ username }) => username)).not.toContain(null);
  const arrivals = added?.map(({ createdAt }) => createdAt) ?? [];
  expect(arrivals.length).toBeGreaterThan(24);
  for (const [index, at] of arrivals.entries()) {
    expect((arrivals[index + 5] ?? Infinity) - at).toBeGreaterThanOrEqual(hourMs);
  }
  const movedIn = (history = simulator.history()) =>
    new Set(
      history
        .flatMap(({ statuses }) => statuses)
        .flatMap(({ at }) => (at > startMs ? Math.floor((at - startMs) / hourMs) : [])),
    );
  expect(movedIn().size).toBe(24);
  expect(movedIn(earlier).size).toBeGreaterThan(6);
  await simulator.close();
});

test('imports created through the API progress only with the autopilot', async () => {
  for (const [autopilot, status] of [
    [false, 'Collecting credentials'],
    [true, 'Sample migration completed'],
  ] as const) {
    const clock = createManualClock(startMs);
    const simulator = await startSimulator({ clock, autopilot, speed: 60 });
    const record = simulator.create({
      tool: 'zendesk',
      family: undefined,
      username: undefined,
      instanceUrl: undefined,
      destinationAuthorized: false,
      startFull: false,
    });
    clock.advance(60_000);
    expect(record.status).toBe(status);
    await simulator.close();
  }
});
