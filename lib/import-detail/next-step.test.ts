import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankBySimilarity } from '../imports/lookup/similar-usernames';
import { nextStep, type NextStepInput } from './next-step';
import { searchWords } from '../imports/search-terms';
import { isStuck } from '../imports/stuck-rule';
import { allSituationInputs } from './testing/all-situations';

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
    status: 'Sample migration completed',
    statusText: 'Sample migration completed',
    decision: 'none',
    request: 'none',
    whoPays: 'partner',
    latestRefused: false,
    stuck: false,
    warnings: 0,
    hasRedirectUrl: true,
  };

  it('always has a short reply that does not mention sponsorship', () => {
    for (const input of allSituationInputs) {
      const { reply, internal } = nextStep({ ...plain, ...input, statusText: 'Paused', stuck: true, warnings: 12 });
      expect(reply.length).toBeGreaterThan(20);
      expect(reply.length).toBeLessThan(320);
      expect(internal.length).toBeLessThan(400);
      expect(reply).not.toMatch(/sponsor|approver|operator|undefined|null|Paused|migration\.\w/i);
    }
  });

  it('asks staff to settle an unknown outcome, which the reply does not mention', () => {
    expect(nextStep({ ...plain, decision: 'unknown', request: 'customer' })).toEqual({
      reply:
        'Your sample is ready, and we are deciding whether to pay for the full migration. Our answer to your request for the full migration will appear on your migration page.',
      internal: 'The outcome of the decision is unknown. Check with the service operator, then settle it.',
      claims: { whoPays: 'undecided', whoActs: 'staff', finished: false },
    });
  });

  it('quotes an unknown status to staff only', () => {
    const step = nextStep({ ...plain, status: 'other', statusText: 'Paused by operator' });
    expect(step.internal).toContain('“Paused by operator”');
    expect(step.reply).not.toContain('Paused');
  });

  it('says in the reply that customers who pay themselves can buy it', () => {
    expect(nextStep({ ...plain, whoPays: 'customer', decision: 'asked', request: 'customer' }).reply).toContain(
      'You can buy the full migration',
    );
  });

  it('does not compare with other imports: there may be none yet', () => {
    expect(nextStep({ ...plain, stuck: true }).internal).toBe('In this status longer than expected.');
  });

  it('says to staff that a later decision was not carried out', () => {
    expect(nextStep({ ...plain, decision: 'accepted', latestRefused: true }).internal).toBe(
      'Sponsorship is accepted. The customer starts the full migration at the service. A later decision was refused by the service or not sent.',
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
