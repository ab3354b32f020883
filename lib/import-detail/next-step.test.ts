import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionSummarySchema } from '../contract/decisions';
import { knownStatuses } from '../contract/status';
import { rankBySimilarity } from '../imports/lookup/similar-usernames';
import { nextStep, type NextStepInput } from './next-step';
import { searchWords } from '../imports/search-terms';
import { isStuck } from '../imports/stuck-rule';

/** Includes broken surrogates. */
const anyText = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength }).map((units) => String.fromCharCode(...units));

describe('isStuck', () => {
  const now = new Date('2026-11-12T12:00:00Z');
  const inStatus = (statusKey: string, hours: number, gone = false) => ({
    statusKey,
    gone,
    sinceTo: new Date(now.getTime() - hours * 3_600_000),
  });
  const rule = new Map([['In preparation', 7_200]]);

  it('uses the threshold of the status, or one day without one', () => {
    expect(isStuck(inStatus('In preparation', 2.1), rule, now)).toBe(true);
    expect(isStuck(inStatus('In preparation', 1.9), rule, now)).toBe(false);
    expect(isStuck(inStatus('Held', 23), rule, now)).toBe(false);
    expect(isStuck(inStatus('Held', 25), rule, now)).toBe(true);
  });

  it('is false for finished and gone imports', () => {
    expect(isStuck(inStatus('Migration completed', 9_999), rule, now)).toBe(false);
    expect(isStuck(inStatus('Migration cleaned', 9_999), rule, now)).toBe(false);
    expect(isStuck(inStatus('In preparation', 9_999, true), rule, now)).toBe(false);
    expect(isStuck({ statusKey: null, gone: false, sinceTo: null }, rule, now)).toBe(false);
  });
});

describe('nextStep', () => {
  const plain: NextStepInput = {
    known: 'Sample migration completed',
    text: 'Sample migration completed',
    gone: false,
    stuck: false,
    warnings: 0,
    decision: 'none',
    whoPays: 'partner',
    hasRedirectUrl: true,
  };

  it('always has a short text for the customer that does not mention sponsorship', () => {
    fc.assert(
      fc.property(
        fc.record({
          known: fc.constantFrom(...knownStatuses, undefined),
          text: fc.constantFrom('Paused', null),
          gone: fc.boolean(),
          stuck: fc.boolean(),
          warnings: fc.nat(500),
          decision: fc.constantFrom(...decisionSummarySchema.options),
          whoPays: fc.constantFrom('partner', 'customer'),
          hasRedirectUrl: fc.boolean(),
        }),
        (input) => {
          const { say, inside } = nextStep(input);
          expect(say.length).toBeGreaterThan(20);
          expect(say.length).toBeLessThan(260);
          expect(inside.length).toBeLessThan(400);
          expect(say).not.toMatch(/sponsor|approver|operator|undefined|null/i);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tells staff to ask the operator first while an outcome is unknown', () => {
    expect(nextStep({ ...plain, decision: 'unknown' })).toEqual({
      say: 'The sample is ready and your request for the full migration is being handled; nothing is needed from you.',
      inside: 'The answer to the decision is missing, so ask the operator first.',
    });
  });

  it('quotes an unknown status to staff only', () => {
    const step = nextStep({ ...plain, known: undefined, text: 'Paused by operator' });
    expect(step.inside).toContain('“Paused by operator”');
    expect(step.say).not.toContain('Paused');
  });

  it('tells customers who pay themselves that they can buy it', () => {
    expect(nextStep({ ...plain, whoPays: 'customer', decision: 'asked' }).say).toContain(
      'you can buy the full migration',
    );
  });
});

describe('rankBySimilarity', () => {
  it('returns the closest usernames first, without the exact one', () => {
    const known = [
      'ops@acme.example',
      'opps@acme.example',
      'OPS@acme.example',
      'sales@acme.example',
      'ops@zenith.example',
    ];
    expect(rankBySimilarity('ops@acme.example', known)).toEqual([
      'OPS@acme.example',
      'opps@acme.example',
      'sales@acme.example',
    ]);
    expect(rankBySimilarity('x', ['completely@different.example'])).toEqual([]);
  });

  it('handles very long usernames', () => {
    expect(rankBySimilarity('a'.repeat(100_000), ['b'.repeat(100_000)])).toEqual([]);
  });
});

describe('searchWords', () => {
  it('returns lower-case words of letters and digits only', () => {
    expect(searchWords(['Ops@Brightwater-Supply.example', '418207', null])).toEqual([
      'ops',
      'brightwater',
      'supply',
      'example',
      '418207',
    ]);
    fc.assert(
      fc.property(anyText(60), (text) => {
        const safe = (word: string) => /^[\p{L}\p{M}\p{N}]+$/u.test(word) && word.length <= 100;
        expect(searchWords([text]).filter((word) => !safe(word))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
