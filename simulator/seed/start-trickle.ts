import type { Clock } from '../clock';
import { availableActions, type CustomerAction } from '../lifecycle/customer-actions';
import type { Lifecycle } from '../lifecycle/create-lifecycle';
import type { Random } from '../random';
import type { World } from '../world/create-world';
import type { ImportRecord } from '../world/import-record';
import { generateCustomer } from './generate-customer';
import { pickTool } from './seed-world';

/**
 * Customers who act by themselves while the simulator runs, so that live pages have something to show. Decisions are
 * the partner's and are never taken here.
 */
export interface TrickleDeps {
  clock: Clock;
  random: Random;
  world: World;
  lifecycle: Lifecycle;
  /** One act on the average of so many milliseconds. */
  everyMs: number;
  /** Whether new customers come, besides the ones there are going on. */
  addsCustomers: boolean;
  actsFor(record: ImportRecord): boolean;
  onCreated(record: ImportRecord): void;
}

// Somebody who has done nothing for days has given up; let the stuck ones stay stuck.
const inactiveAfterMs = 2 * 86_400_000;

export function startTrickle(deps: TrickleDeps): () => void {
  const { clock, random, world } = deps;
  let cancel: () => void;

  function tick(): void {
    const next = chooseAction(world.all().filter(deps.actsFor), clock.now(), random);
    if (deps.addsCustomers && (next === undefined || random.chance(0.25))) addCustomer();
    else if (next !== undefined) deps.lifecycle.performAction(next.record, next.act);
    plan();
  }

  function addCustomer(): void {
    const customer = generateCustomer(random);
    const tool = pickTool(random);
    deps.onCreated(world.add({ ...customer, tool, origin: 'trickle', createdAt: clock.now() }));
  }

  function plan(): void {
    cancel = clock.after(deps.everyMs * (0.4 + random.next() * 1.2), tick);
  }
  plan();
  return () => cancel();
}

/** How eager customers are to go on; what is not named they do not do by themselves. */
const forwardActionWeights: Partial<Record<CustomerAction, number>> = {
  'authorize-source': 10,
  'authorize-destination': 10,
  'start-sample': 10,
  'request-full': 6,
  'buy-full': 4,
  'start-full': 10,
};
/** Now and then somebody thinks better of it; never a customer of the autopilot, whose partner wants to see the end. */
const abandonActionWeights: Partial<Record<CustomerAction, number>> = { undo: 2, cancel: 1 };
const abandonProbability = 0.03;

function chooseAction(
  records: readonly ImportRecord[],
  nowMs: number,
  random: Random,
): { record: ImportRecord; act: CustomerAction } | undefined {
  const turnsBack = random.chance(abandonProbability);
  const eagerness = turnsBack ? abandonActionWeights : forwardActionWeights;
  const choices: (readonly [{ record: ImportRecord; act: CustomerAction }, number])[] = [];
  for (const record of records) {
    if (nowMs - lastActivityAt(record) > inactiveAfterMs || (turnsBack && record.origin === 'api')) continue;
    for (const action of availableActions(record)) {
      const isRepeated =
        (action === 'request-full' && record.requests.length > 0) || (action === 'start-sample' && record.runs > 0);
      if (!isRepeated) choices.push([{ record, act: action }, eagerness[action] ?? 0]);
    }
  }
  const [first, ...rest] = choices.filter(([, weight]) => weight > 0);
  return first === undefined ? undefined : random.weighted([first, ...rest]);
}

function lastActivityAt(record: ImportRecord): number {
  return Math.max(record.statusHistory.at(-1)?.at ?? record.createdAt, record.decisions.at(-1)?.at ?? 0);
}
