import type { Clock } from '../clock';
import { actsOf, type CustomerAct } from '../lifecycle/customer-acts';
import type { Lifecycle } from '../lifecycle/create-lifecycle';
import type { Random } from '../random';
import type { World } from '../world/create-world';
import type { ImportRecord } from '../world/import-record';
import { inventCustomer } from './invent-customer';
import { inventTool } from './seed-world';

/**
 * Customers who act by themselves while the simulator runs, so that live pages have something to show. Decisions are
 * the partner's and are never taken here.
 */
export interface TrickleParts {
  clock: Clock;
  random: Random;
  world: World;
  lifecycle: Lifecycle;
  /** One act on the average of so many milliseconds. */
  everyMs: number;
  /** Whether new customers come, besides the ones there are going on. */
  newcomers: boolean;
  tends(record: ImportRecord): boolean;
  onCreated(record: ImportRecord): void;
}

// Somebody who has done nothing for days has given up; let the stuck ones stay stuck.
const patienceMs = 2 * 86_400_000;

export function startTrickle(parts: TrickleParts): () => void {
  const { clock, random, world } = parts;
  let cancel: () => void;

  function tick(): void {
    const next = chooseAct(world.all().filter(parts.tends), clock.now(), random);
    if (parts.newcomers && (next === undefined || random.chance(0.25))) welcome();
    else if (next !== undefined) parts.lifecycle.act(next.record, next.act);
    plan();
  }

  function welcome(): void {
    const customer = inventCustomer(random);
    const tool = inventTool(random);
    parts.onCreated(world.add({ ...customer, tool, origin: 'trickle', createdAt: clock.now() }));
  }

  function plan(): void {
    cancel = clock.after(parts.everyMs * (0.4 + random.next() * 1.2), tick);
  }
  plan();
  return () => cancel();
}

/** How eager customers are to go on; what is not named they do not do by themselves. */
const goingOn: Partial<Record<CustomerAct, number>> = {
  'authorize-source': 10,
  'authorize-destination': 10,
  'start-sample': 10,
  'ask-for-full': 6,
  'buy-full': 4,
  'start-full': 10,
};
/** Now and then somebody thinks better of it; never a customer of the autopilot, whose partner wants to see the end. */
const turningBack: Partial<Record<CustomerAct, number>> = { undo: 2, cancel: 1 };
const changeOfMind = 0.03;

function chooseAct(
  records: readonly ImportRecord[],
  nowMs: number,
  random: Random,
): { record: ImportRecord; act: CustomerAct } | undefined {
  const turnsBack = random.chance(changeOfMind);
  const eagerness = turnsBack ? turningBack : goingOn;
  const choices: (readonly [{ record: ImportRecord; act: CustomerAct }, number])[] = [];
  for (const record of records) {
    if (nowMs - lastMoved(record) > patienceMs || (turnsBack && record.origin === 'api')) continue;
    for (const act of actsOf(record)) {
      const isRepeated =
        (act === 'ask-for-full' && record.requests.length > 0) || (act === 'start-sample' && record.runs > 0);
      if (!isRepeated) choices.push([{ record, act }, eagerness[act] ?? 0]);
    }
  }
  const [first, ...rest] = choices.filter(([, weight]) => weight > 0);
  return first === undefined ? undefined : random.weighted([first, ...rest]);
}

function lastMoved(record: ImportRecord): number {
  return Math.max(record.statusHistory.at(-1)?.at ?? record.createdAt, record.decisions.at(-1)?.at ?? 0);
}
