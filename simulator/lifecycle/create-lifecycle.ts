import type { Clock } from '../clock';
import { createRandom } from '../random';
import type { ImportRecord, Status } from '../world/import-record';
import { produceOutcome } from '../world/produce-outcome';
import { availableActions, type CustomerAction } from './customer-actions';

export type Lifecycle = ReturnType<typeof createLifecycle>;

const minuteMs = 60_000;
export const workDurationMs = {
  'Sample migration in progress': [4 * minuteMs, 25 * minuteMs],
  'Migration in progress': [40 * minuteMs, 360 * minuteMs],
  'Undo in progress': [5 * minuteMs, 40 * minuteMs],
} as const;

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

/** The interface document shows no transitions; these are assumptions. */
export function createLifecycle(deps: {
  clock: Clock;
  speed: number;
  seed: string;
  all(): ImportRecord[];
  /** Called after every change, before `onStatusChange`. */
  onChange(record: ImportRecord): void;
  onStatusChange(record: ImportRecord): void;
  /** A broken rule. */
  startFullRunsSample?: boolean;
}) {
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
      record.due = { status: usualNextStatus[status], at: Math.round(now + durationMs / speed) };
      schedule(record);
    }
    if (status === 'Sample migration completed' || status === 'Migration completed') {
      const random = createRandom(`${deps.seed}:outcome:${record.number}:${record.runs}`);
      record.outcome = produceOutcome(record.family, status === 'Migration completed' ? 'full' : 'sample', random);
    }
    if (status === 'Migration cleaned') record.outcome = null;
    deps.onChange(record);
    deps.onStatusChange(record);
  }

  function authorize(record: ImportRecord, side: 'source' | 'destination'): void {
    record.authorized[side] = true;
    if (!record.authorized.source || !record.authorized.destination) return deps.onChange(record);
    // start_full skips the sample (section 2).
    const skipsSample = record.startFull && deps.startFullRunsSample !== true;
    moveTo(record, skipsSample ? 'Migration in progress' : 'Waiting to start sample migration');
  }

  const actions: Record<CustomerAction, (record: ImportRecord) => void> = {
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
    performAction(record: ImportRecord, action: CustomerAction): boolean {
      if (!availableActions(record).includes(action)) return false;
      actions[action](record);
      return true;
    },

    // Every decision is recorded, but it has an effect only before the full migration starts. The interface document
    // does not say what repeated or reversed decisions do.
    decide(record: ImportRecord, kind: 'accept' | 'reject'): void {
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

    /** For tests and demos: moves to the usual next status, or to any given one. */
    advance(record: ImportRecord, to?: Status): void {
      const status = to ?? record.due?.status ?? usualNextStatus[record.status];
      if (status !== 'Collecting credentials') record.authorized = { source: true, destination: true };
      if (status === 'In preparation' || status === 'Migration in progress') record.paidBy ??= 'partner';
      moveTo(record, status);
    },

    resume(): void {
      const waiting = deps.all().filter((record) => record.due !== null && record.gone === null);
      waiting.sort((one, other) => (one.due?.at ?? 0) - (other.due?.at ?? 0));
      for (const record of waiting) schedule(record);
    },

    setSpeed(wanted: number): void {
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

    stop(): void {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

function hasStartedFull(record: ImportRecord): boolean {
  return record.statusHistory.some(({ status }) => status === 'Migration in progress');
}
