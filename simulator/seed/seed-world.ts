import { createManualClock } from '../clock';
import { createLifecycle, type Lifecycle } from '../lifecycle/create-lifecycle';
import { createRandom, type Random } from '../random';
import type { World } from '../world/create-world';
import type { ImportRecord } from '../world/import-record';
import { tools } from '../world/tools';
import { type Customer, generateCustomer } from './generate-customer';
import { type ScenarioAction, planScenario } from './plan-scenario';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const worldDays = 90;
const recentDays = 6.5;

/** Runs ninety days on a manual clock with the real lifecycle, so that every seeded state is possible. */
export function seedWorld(deps: { world: World; count: number; nowMs: number; seed: string; speed: number }): void {
  const { world, nowMs } = deps;
  const clock = createManualClock(nowMs - worldDays * dayMs);
  const lifecycle = createLifecycle({
    clock,
    speed: 1,
    seed: deps.seed,
    all: () => world.all(),
    onChange: () => undefined,
    onStatusChange: () => undefined,
  });

  const events = planEvents(deps.count, nowMs, createRandom(`${deps.seed}:world`));
  const records = new Map<number, ImportRecord>();
  for (const event of events) {
    clock.runTo(event.at);
    if (event.create !== null) {
      records.set(event.importIndex, world.add({ ...event.create, origin: 'world', createdAt: clock.now() }));
      continue;
    }
    const record = records.get(event.importIndex);
    if (record !== undefined) performScenarioAction(lifecycle, record, event.action);
  }
  clock.runTo(nowMs);
  lifecycle.stop();

  // Running work was started at speed 1 and continues at the simulator's speed.
  for (const record of world.all()) {
    if (record.due !== null) record.due.at = Math.round(nowMs + (record.due.at - nowMs) / deps.speed);
  }
}

function performScenarioAction(lifecycle: Lifecycle, record: ImportRecord, action: ScenarioAction): void {
  switch (action) {
    case 'accept':
    case 'reject':
      return lifecycle.decide(record, action);
    case 'archive':
      return lifecycle.remove(record, 'archived');
    case 'snag':
      return lifecycle.advance(record, 'Waiting to start sample migration');
    default:
      lifecycle.performAction(record, action);
  }
}

type WorldEvent = { at: number; importIndex: number } & (
  | { create: { tool: string; username: string | null; instanceUrl: string; startFull: boolean } }
  | { create: null; action: ScenarioAction }
);

function planEvents(count: number, nowMs: number, random: Random): WorldEvent[] {
  const customers: Customer[] = [];
  const events: WorldEvent[] = [];
  for (let index = 0; index < count; index++) {
    const plan = planScenario(random);
    const known = customers[random.int(0, Math.max(0, customers.length - 1))];
    const customer = known !== undefined && random.chance(0.14) ? known : generateCustomer(random);
    customers.push(customer);
    const durationMs = plan.steps.reduce((sum, { afterMs }) => sum + afterMs, 0);
    let at =
      plan.lastActionWithinMs === null
        ? randomWorkingTime(nowMs, random)
        : nowMs - Math.floor(random.next() * plan.lastActionWithinMs) - 1_000 - durationMs;
    // Usernames are optional, so a few imports have none.
    const username = random.chance(0.02) ? null : customer.username;
    const { instanceUrl } = customer;
    events.push({
      at,
      importIndex: index,
      create: { tool: pickTool(random), username, instanceUrl, startFull: plan.startFull },
    });
    for (const { afterMs, action } of plan.steps) {
      at += afterMs;
      events.push({ at, importIndex: index, create: null, action });
    }
  }
  return events.filter(({ at }) => at <= nowMs).sort((one, other) => one.at - other.at);
}

export function pickTool(random: Random): string {
  const popular = Math.floor(random.next() ** 2.2 * tools.length);
  return tools[popular]?.slug ?? 'zendesk';
}

/** Mostly working hours, more often recent. The last days are left to the recent scenarios. */
function randomWorkingTime(nowMs: number, random: Random): number {
  const draw = (): number =>
    nowMs - Math.floor((recentDays + random.next() ** 1.15 * (worldDays - 1 - recentDays)) * dayMs);
  for (let attempt = 0; attempt < 6; attempt++) {
    const at = draw();
    const date = new Date(at);
    const isWorking = date.getUTCDay() % 6 !== 0 && date.getUTCHours() >= 6 && date.getUTCHours() < 20;
    if (isWorking || random.chance(0.1)) return at;
  }
  return draw();
}
