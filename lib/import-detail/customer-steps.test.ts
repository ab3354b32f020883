import { describe, expect, it } from 'vitest';
import { knownStatuses, type KnownStatus } from '../contract/status';
import { makeDecision } from '../contract/testing/make-decision';
import { layoutUsualPath } from '../contract/usual-path';
import { layoutCustomerSteps } from './customer-steps';
import { findSituation } from './find-situation';
import type { SituationInput } from './situation-rules';
import { allSituationInputs, nameOf } from './testing/all-situations';

const toStatus = (text: string) => {
  const known = knownStatuses.find((status) => status === text);
  return { text, family: 'unknown' as const, ...(known && { known }) };
};

/** With the statuses that were observed before. */
function layout(input: SituationInput, seen: readonly KnownStatus[] = [], kind?: 'start_full') {
  const status = input.status === 'none' || input.status === 'gone' ? null : toStatus(input.status);
  const path = layoutUsualPath({
    row: { status, gone: input.status === 'gone' },
    timeline: seen.map((text) => ({ status: toStatus(text) })),
    decisions: kind ? [makeDecision({ kind })] : [],
  });
  return layoutCustomerSteps(path, findSituation(input));
}

const input = (change: Partial<SituationInput>): SituationInput => ({
  ...{ status: 'none', decision: 'none', request: 'none', whoPays: 'partner' },
  ...change,
});
const describeSteps = ({ steps, exits }: ReturnType<typeof layout>) => [
  ...steps.map(({ key, state }) => `${key} ${state}`),
  ...exits,
];

describe('layoutCustomerSteps', () => {
  it('begins with connecting, and asks for the full migration where the partner may pay', () => {
    expect(describeSteps(layout(input({})))).toEqual([
      'connect current',
      'sample_start ahead',
      'sample_copy ahead',
      'sample_review ahead',
      'request ahead',
      'full_start ahead',
      'full_copy ahead',
      'completed ahead',
    ]);
  });

  it('has a purchase instead where customers pay', () => {
    const keys = layout(input({ whoPays: 'customer' })).steps.map(({ key }) => key);
    expect(keys).toContain('buy');
    expect(keys).not.toContain('request');
  });

  it('is with the partner while they decide, and then with the customer', () => {
    const sampled = { status: 'Sample migration completed' } as const;
    const seen: KnownStatus[] = ['Collecting credentials', 'Sample migration in progress'];
    expect(describeSteps(layout(input({ ...sampled, request: 'customer', decision: 'asked' }), seen))).toEqual([
      'connect done',
      'sample_start unknown',
      'sample_copy done',
      'sample_review done',
      'decision current',
      'full_start ahead',
      'full_copy ahead',
      'completed ahead',
    ]);
    expect(describeSteps(layout(input({ ...sampled, decision: 'accepted' })))).toEqual(
      expect.arrayContaining(['sample_review done', 'on_us done', 'full_start current']),
    );
    expect(describeSteps(layout(input({ ...sampled, decision: 'rejected' })))).toEqual(
      expect.arrayContaining(['sample_review done', 'buy current', 'full_start ahead']),
    );
  });

  it('leaves out who paid where that is not known', () => {
    expect(layout(input({ status: 'Migration completed' })).steps.map(({ key }) => key)).toEqual([
      'connect',
      'sample_start',
      'sample_copy',
      'sample_review',
      'full_start',
      'full_copy',
      'completed',
    ]);
  });

  it('leaves out the sample of a migration that was created without one', () => {
    const { steps } = layout(input({ status: 'In preparation', decision: 'accepted' }), [], 'start_full');
    expect(steps.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'connect unknown',
      'on_us done',
      'full_start current',
      'full_copy ahead',
      'completed ahead',
    ]);
  });

  it('ends where a migration left the path', () => {
    const seen: KnownStatus[] = ['Collecting credentials', 'Sample migration completed'];
    const until = ['connect done', 'sample_start unknown', 'sample_copy unknown', 'sample_review done'];
    const exitOf = (status: SituationInput['status']) => describeSteps(layout(input({ status }), seen));
    expect(exitOf('gone')).toEqual([...until, 'gone']);
    expect(exitOf('Undo in progress')).toEqual([...until, 'undoing']);
    expect(exitOf('Migration cleaned')).toEqual([...until, 'undone']);
    expect(exitOf('other')).toEqual([...until, 'other']);
  });

  it('goes back with a migration that moved back', () => {
    const moved = layout(input({ status: 'Collecting credentials' }), ['Sample migration completed']);
    expect(describeSteps(moved).slice(0, 4)).toEqual([
      'connect current',
      'sample_start ahead',
      'sample_copy ahead',
      'sample_review ahead',
    ]);
  });

  it('has one current step or an exit, and nothing done that was not observed, in every situation', () => {
    for (const one of allSituationInputs) {
      const { steps, exits } = layout(one);
      const current = steps.filter(({ state }) => state === 'current');
      expect(current.length, nameOf(one)).toBe(exits.length > 0 ? 0 : 1);
      expect(new Set(steps.map(({ key }) => key)).size, nameOf(one)).toBe(steps.length);
      const done = steps.filter(({ state }) => state === 'done').map(({ key }) => key);
      const allowed = ['on_us', 'bought', ...(one.status === 'Sample migration completed' ? ['sample_review'] : [])];
      expect(
        done.filter((key) => !allowed.includes(key)),
        nameOf(one),
      ).toEqual([]);
      const { whoPays } = findSituation(one).claims;
      if (done.includes('on_us')) expect(whoPays, nameOf(one)).toBe('partner');
      if (steps.some(({ key }) => key === 'buy' || key === 'bought')) expect(whoPays, nameOf(one)).toBe('customer');
      if (steps.some(({ key }) => key === 'decision')) expect(whoPays, nameOf(one)).toBe('undecided');
    }
  });
});
