import type { Clock } from '../clock';
import { createRandom } from '../random';
import type { ImportRecord } from '../world/import-record';
import { produceOutcome } from '../world/produce-outcome';
import type { Status } from '../world/statuses';
import { availableActions, type CustomerAction } from './customer-actions';

/**
 * Moves imports through their statuses: by what customers do, by what the partner decides, and by the clock for work
 * that ends by itself. The document shows no transitions; these are the plausible ones, and nothing else makes them.
 */
export interface Lifecycle {
  /** False when the customer cannot do that now. */
  performAction(record: ImportRecord, action: CustomerAction): boolean;
  decide(record: ImportRecord, kind: 'accept' | 'reject'): void;
  remove(record: ImportRecord, why: 'cancelled' | 'archived'): void;
  /** Moves to the next status of the usual path, or to any named one, whatever the rules say. For tests and demos. */
  advance(record: ImportRecord, to?: Status): void;
  /** Takes up what is under way: after the world was seeded, or read from the state file. */
  resume(): void;
  setSpeed(speed: number): void;
  speed(): number;
  stop(): void;
}

export interface LifecycleDeps {
  clock: Clock;
  speed: number;
  seed: string;
  all(): ImportRecord[];
  /** After every change, before anybody is told: the state file. */
  onChange(record: ImportRecord): void;
  /** After every change of status: the webhooks. */
  onStatusChange(record: ImportRecord, at: number): void;
  /** A broken rule, for the conformance suite to find. */
  startFullRunsSample?: boolean;
}

const minuteMs = 60_000;
/** Shortest and longest run of each kind of work, before the speed divides it. */
export const workDurationMs = {
  'Sample migration in progress': [4 * minuteMs, 25 * minuteMs],
  'Migration in progress': [40 * minuteMs, 360 * minuteMs],
  'Undo in progress': [5 * minuteMs, 40 * minuteMs],
} as const;

const statusAfterWork = {
  'Sample migration in progress': 'Sample migration completed',
  'Migration in progress': 'Migration completed',
  'Undo in progress': 'Migration cleaned',
} as const satisfies Partial<Record<Status, Status>>;

const usualNextStatus: Record<Status, Status> = {
  'Collecting credentials': 'Waiting to start sample migration',
  'Waiting to start sample migration': 'Sample migration in progress',
  'Sample migration in progress': 'Sample migration completed',
  'Sample migration completed': 'In preparation',
  'In preparation': 'Migration in progress',
  'Migration in progress': 'Migration completed',
  'Migration completed': 'Undo in progress',
  'Undo in progress': 'Migration cleaned',
  'Migration cleaned': 'Waiting to start sample migration',
};

export function isWorkStatus(status: Status): status is keyof typeof workDurationMs {
  return status in workDurationMs;
}

export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  const { clock } = deps;
  let speed = deps.speed;
  const timers = new Map<number, () => void>();

  function cancelTimer(record: ImportRecord): void {
    timers.get(record.number)?.();
    timers.delete(record.number);
  }

  function schedule(record: ImportRecord): void {
    cancelTimer(record);
    if (record.due === null || record.gone !== null) return;
    const { status, at } = record.due;
    const cancel = clock.after(at - clock.now(), () => {
      timers.delete(record.number);
      moveTo(record, status);
    });
    timers.set(record.number, cancel);
  }

  function moveTo(record: ImportRecord, status: Status): void {
    const now = clock.now();
    record.status = status;
    record.statusHistory.push({ status, at: now });
    record.due = null;
    cancelTimer(record);
    if (isWorkStatus(status)) {
      if (status !== 'Undo in progress') record.runs += 1;
      const [low, high] = workDurationMs[status];
      const durationMs = createRandom(`${deps.seed}:work:${record.number}:${record.statusHistory.length}`).int(
        low,
        high,
      );
      record.due = { status: statusAfterWork[status], at: Math.round(now + durationMs / speed) };
      schedule(record);
    }
    if (status === 'Sample migration completed' || status === 'Migration completed') {
      const random = createRandom(`${deps.seed}:outcome:${record.number}:${record.runs}`);
      record.outcome = produceOutcome(record.family, status === 'Migration completed' ? 'full' : 'sample', random);
    }
    if (status === 'Migration cleaned') record.outcome = null;
    deps.onChange(record);
    deps.onStatusChange(record, now);
  }

  function authorize(record: ImportRecord, side: 'source' | 'destination'): void {
    record.authorized[side] = true;
    if (!record.authorized.source || !record.authorized.destination) return deps.onChange(record);
    // start_full bypasses the sample step and starts the full migration at once (section 2).
    const bypass = record.startFull && deps.startFullRunsSample !== true;
    moveTo(record, bypass ? 'Migration in progress' : 'Waiting to start sample migration');
  }

  const acts: Record<CustomerAction, (record: ImportRecord) => void> = {
    'authorize-source': (record) => authorize(record, 'source'),
    'authorize-destination': (record) => authorize(record, 'destination'),
    'start-sample': (record) => moveTo(record, 'Sample migration in progress'),
    'request-full'(record) {
      record.requests.push({ at: clock.now() });
      deps.onChange(record);
    },
    'buy-full'(record) {
      record.purchases.push({ at: clock.now() });
      record.paidBy = 'customer';
      moveTo(record, 'In preparation');
    },
    'start-full': (record) => moveTo(record, 'Migration in progress'),
    undo: (record) => moveTo(record, 'Undo in progress'),
    'start-over': (record) => moveTo(record, 'Waiting to start sample migration'),
    cancel: (record) => remove(record, 'cancelled'),
  };

  function remove(record: ImportRecord, why: 'cancelled' | 'archived'): void {
    cancelTimer(record);
    record.due = null;
    record.gone = { why, at: clock.now() };
    deps.onChange(record);
  }

  return {
    performAction(record, action) {
      if (!availableActions(record).includes(action)) return false;
      acts[action](record);
      return true;
    },

    // A decision is noted whenever it comes and as often as it comes; it has an effect only while the full migration
    // has not begun. Whether the real service repeats or reverses decisions is not shown.
    decide(record, kind) {
      record.decisions.push({ kind, at: clock.now() });
      if (kind === 'accept') {
        record.paidBy ??= 'partner';
        if (record.status === 'Sample migration completed') return moveTo(record, 'In preparation');
      } else if (record.paidBy === 'partner' && !hasStartedFull(record)) {
        record.paidBy = null;
        if (record.status === 'In preparation') return moveTo(record, 'Sample migration completed');
      }
      deps.onChange(record);
    },

    remove,

    advance(record, to) {
      const status = to ?? record.due?.status ?? usualNextStatus[record.status];
      if (status !== 'Collecting credentials') record.authorized = { source: true, destination: true };
      if (status === 'In preparation' || status === 'Migration in progress') record.paidBy ??= 'partner';
      moveTo(record, status);
    },

    resume() {
      const waiting = deps.all().filter((record) => record.due !== null && record.gone === null);
      waiting.sort((one, other) => (one.due?.at ?? 0) - (other.due?.at ?? 0));
      for (const record of waiting) schedule(record);
    },

    setSpeed(wanted) {
      const now = clock.now();
      for (const record of deps.all()) {
        if (record.due === null || record.gone !== null) continue;
        record.due.at = Math.round(now + (Math.max(0, record.due.at - now) * speed) / wanted);
        schedule(record);
        deps.onChange(record);
      }
      speed = wanted;
    },

    speed: () => speed,

    stop() {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

function hasStartedFull(record: ImportRecord): boolean {
  return record.statusHistory.some(({ status }) => status === 'Migration in progress');
}
