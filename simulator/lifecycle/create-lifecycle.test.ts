import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../clock';
import { createWorld } from '../world/create-world';
import type { ImportRecord } from '../world/import-record';
import { importRecordSchema } from '../world/import-record';
import { availableActions, customerActions } from './customer-actions';
import { createLifecycle, type Lifecycle } from './create-lifecycle';

const minuteMs = 60_000;

function setUp({ speed = 1, startFull = false }: { speed?: number; startFull?: boolean } = {}) {
  const clock = createManualClock(1_700_000_000_000);
  const world = createWorld('test');
  const announced: string[] = [];
  const lifecycle = createLifecycle({
    clock,
    speed,
    seed: 'test',
    all: () => world.all(),
    onChange: () => undefined,
    onStatusChange: (record) => announced.push(record.status),
  });
  const record = world.add({ tool: 'zendesk', origin: 'api', createdAt: clock.now(), startFull });
  return { clock, world, lifecycle, record, announced };
}

function performAll(lifecycle: Lifecycle, record: ImportRecord, ...acts: (typeof customerActions)[number][]): void {
  for (const action of acts) expect(lifecycle.performAction(record, action), action).toBe(true);
}

describe('transitions', () => {
  test('a sponsored import reaches completion and sends one webhook per status', () => {
    const { clock, lifecycle, record, announced } = setUp();
    performAll(lifecycle, record, 'authorize-source', 'authorize-destination', 'start-sample');
    clock.advance(25 * minuteMs);
    performAll(lifecycle, record, 'request-full');
    expect(lifecycle.performAction(record, 'start-full')).toBe(false);
    lifecycle.decide(record, 'accept');
    performAll(lifecycle, record, 'start-full');
    clock.advance(360 * minuteMs);
    expect(announced).toEqual([
      'Waiting to start sample migration',
      'Sample migration in progress',
      'Sample migration completed',
      'In preparation',
      'Migration in progress',
      'Migration completed',
    ]);
    expect(record.outcome?.counts).toBeDefined();
  });

  test('only a rejected customer can buy', () => {
    const { clock, lifecycle, record } = setUp();
    performAll(lifecycle, record, 'authorize-source', 'authorize-destination', 'start-sample');
    clock.advance(25 * minuteMs);
    expect(lifecycle.performAction(record, 'buy-full')).toBe(false);
    lifecycle.decide(record, 'reject');
    performAll(lifecycle, record, 'buy-full', 'start-full');
    expect(record.paidBy).toBe('customer');
  });

  test('start_full skips the sample and counts as sponsored', () => {
    const { lifecycle, record, announced } = setUp({ startFull: true });
    performAll(lifecycle, record, 'authorize-source', 'authorize-destination');
    expect(announced).toEqual(['Migration in progress']);
    expect(record.paidBy).toBe('partner');
  });

  test('an undone migration has no outcome and can be started over', () => {
    const { clock, lifecycle, record } = setUp();
    performAll(lifecycle, record, 'authorize-source', 'authorize-destination', 'start-sample');
    clock.advance(25 * minuteMs);
    performAll(lifecycle, record, 'undo');
    clock.advance(40 * minuteMs);
    expect([record.status, record.outcome]).toEqual(['Migration cleaned', null]);
    performAll(lifecycle, record, 'start-over', 'start-sample');
  });

  test('a rejection after acceptance has an effect only before the start', () => {
    const { clock, lifecycle, record } = setUp();
    performAll(lifecycle, record, 'authorize-source', 'authorize-destination', 'start-sample');
    clock.advance(25 * minuteMs);
    lifecycle.decide(record, 'accept');
    lifecycle.decide(record, 'reject');
    expect([record.status, record.paidBy]).toEqual(['Sample migration completed', null]);
    lifecycle.decide(record, 'accept');
    performAll(lifecycle, record, 'start-full');
    lifecycle.decide(record, 'reject');
    expect([record.status, record.paidBy]).toEqual(['Migration in progress', 'partner']);
  });
});

test('speed divides the duration and rescales running work', () => {
  const slow = setUp();
  const fast = setUp({ speed: 60 });
  for (const { lifecycle, record } of [slow, fast]) {
    performAll(lifecycle, record, 'authorize-source', 'authorize-destination', 'start-sample');
  }
  const leftOf = ({ record, clock }: typeof slow): number => (record.due?.at ?? 0) - clock.now();
  expect(leftOf(fast)).toBeCloseTo(leftOf(slow) / 60, -1);
  slow.lifecycle.setSpeed(60);
  expect(leftOf(slow)).toBeCloseTo(leftOf(fast), -1);
  slow.clock.advance(leftOf(slow));
  expect(slow.record.status).toBe('Sample migration completed');
});

test('any sequence of actions keeps the record valid and requires payment', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('act' as const), act: fc.constantFrom(...customerActions) }),
    fc.record({
      kind: fc.constant('decide' as const),
      decision: fc.constantFrom('accept' as const, 'reject' as const),
    }),
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 400 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, startFull) => {
      const { clock, lifecycle, record, announced } = setUp({ startFull });
      for (const taken of steps) {
        const paidBefore = record.paidBy;
        const couldAct = taken.kind === 'act' && availableActions(record).includes(taken.act);
        if (taken.kind === 'act') expect(lifecycle.performAction(record, taken.act)).toBe(couldAct);
        if (taken.kind === 'decide' && record.gone === null) lifecycle.decide(record, taken.decision);
        if (taken.kind === 'wait') clock.advance(taken.minutes * minuteMs);
        if (taken.kind === 'act' && taken.act === 'start-full' && couldAct) expect(paidBefore).not.toBeNull();
      }
      expect(importRecordSchema.safeParse(record).success).toBe(true);
      const times = record.statusHistory.map(({ at }) => at);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      // One webhook per change, in order; creation is not a change.
      expect(record.statusHistory.slice(1).map(({ status }) => status)).toEqual(announced);
      expect(record.statusHistory.at(-1)?.status).toBe(record.status);
    }),
    { numRuns: 300 },
  );
});
