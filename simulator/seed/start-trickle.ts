import type { Clock } from '../clock';
import { availableActions, type CustomerAction } from '../lifecycle/customer-actions';
import type { Lifecycle } from '../lifecycle/create-lifecycle';
import type { Random } from '../random';
import type { World } from '../world/create-world';
import type { ImportRecord } from '../world/import-record';
import { generateCustomer } from './generate-customer';
import { pickTool } from './seed-world';

export interface TrickleDeps {
  clock: Clock;
  random: Random;
  world: World;
  lifecycle: Lifecycle;
  everyMs: number;
  addsCustomers: boolean;
  actsFor(record: ImportRecord): boolean;
  onCreated(record: ImportRecord): void;
}

// Customers who did nothing for days stay inactive.
const inactiveAfterMs = 2 * 86_400_000;
/** New customers are rare: with the default, one in half an hour and never more than five in an hour. */
const actionsPerNewCustomer = 15;

/** Simulates customer activity. It never takes the partner's decisions. */
export function startTrickle(deps: TrickleDeps): () => void {
  const { clock, random, world } = deps;

  function act(): void {
    const next = chooseAction(world.all().filter(deps.actsFor), clock.now(), random);
    if (next !== undefined) deps.lifecycle.performAction(next.record, next.action);
  }

  function addCustomer(): void {
    const customer = generateCustomer(random);
    const tool = pickTool(random);
    deps.onCreated(world.add({ ...customer, tool, origin: 'trickle', createdAt: clock.now() }));
  }

  /** From 0.4 to 1.6 of the average. Returns how to stop. */
  function repeat(everyMs: number, task: () => void): () => void {
    let cancel: () => void;
    const scheduleNext = (): void => {
      cancel = clock.after(everyMs * (0.4 + random.next() * 1.2), () => {
        task();
        scheduleNext();
      });
    };
    scheduleNext();
    return () => cancel();
  }

  const stops = [
    repeat(deps.everyMs, act),
    ...(deps.addsCustomers ? [repeat(deps.everyMs * actionsPerNewCustomer, addCustomer)] : []),
  ];
  return () => stops.forEach((stop) => stop());
}

const forwardActionWeights: Partial<Record<CustomerAction, number>> = {
  'authorize-source': 10,
  'authorize-destination': 10,
  'start-sample': 10,
  'request-full': 6,
  'buy-full': 4,
  'start-full': 10,
};
/** Not used for imports on autopilot. */
const abandonActionWeights: Partial<Record<CustomerAction, number>> = { undo: 2, cancel: 1 };
const abandonProbability = 0.03;

function chooseAction(
  records: readonly ImportRecord[],
  nowMs: number,
  random: Random,
): { record: ImportRecord; action: CustomerAction } | undefined {
  const abandons = random.chance(abandonProbability);
  const weights = abandons ? abandonActionWeights : forwardActionWeights;
  const choices: (readonly [{ record: ImportRecord; action: CustomerAction }, number])[] = [];
  for (const record of records) {
    if (nowMs - lastActivityAt(record) > inactiveAfterMs || (abandons && record.origin === 'api')) continue;
    for (const action of availableActions(record)) {
      const isRepeated =
        (action === 'request-full' && record.requests.length > 0) || (action === 'start-sample' && record.runs > 0);
      if (!isRepeated) choices.push([{ record, action }, weights[action] ?? 0]);
    }
  }
  const [first, ...rest] = choices.filter(([, weight]) => weight > 0);
  return first === undefined ? undefined : random.weighted([first, ...rest]);
}

function lastActivityAt(record: ImportRecord): number {
  return Math.max(record.statusHistory.at(-1)?.at ?? record.createdAt, record.decisions.at(-1)?.at ?? 0);
}
