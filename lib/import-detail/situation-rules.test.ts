import { describe, expect, it } from 'vitest';
import type { Decision } from '../contract/decisions';
import { makeDecision } from '../contract/testing/make-decision';
import { findSituation, toSituationInput } from './find-situation';
import { paymentRules, progressRules, type SituationInput } from './situation-rules';
import { allSituationInputs, nameOf } from './testing/all-situations';

const undone = ['Undo in progress', 'Migration cleaned', 'gone'];
const paid = ['In preparation', 'Migration in progress', 'Migration completed'];
/** A proposal cannot be approved where customers pay. */
const isOpen = ({ decision, whoPays }: SituationInput) =>
  ['sending', 'unknown'].includes(decision) || (decision === 'proposed' && whoPays === 'partner');

/** The names of the combinations that break an expectation, so that a failure can be read. */
const breaking = (holds: (input: SituationInput, situation: ReturnType<typeof findSituation>) => boolean) =>
  allSituationInputs.filter((input) => !holds(input, findSituation(input))).map(nameOf);

describe('the rules', () => {
  it('cover every combination of status, decision, request and payer', () => {
    expect(allSituationInputs).toHaveLength(12 * 8 * 3 * 2);
  });

  it('all match first somewhere', () => {
    const firsts = new Set(
      allSituationInputs.flatMap((input) => [
        progressRules.find(({ when }) => when(input)),
        paymentRules.find(({ when }) => when(input)),
      ]),
    );
    expect(progressRules.filter((rule) => !firsts.has(rule))).toEqual([]);
    expect(paymentRules.filter((rule) => !firsts.has(rule))).toEqual([]);
  });

  it('use `other` only for a status text beyond the nine', () => {
    expect(breaking(({ status }, { progress }) => (progress === 'other') === (status === 'other'))).toEqual([]);
  });
});

describe('claims', () => {
  it('say that we pay exactly while an acceptance applies and nothing is undone', () => {
    expect(
      breaking(
        ({ status, decision }, { claims }) =>
          (claims.whoPays === 'partner') === (decision === 'accepted' && !undone.includes(status)),
      ),
    ).toEqual([]);
  });

  it('say nothing about the payment of a migration that is gone, undone or being undone', () => {
    expect(
      breaking(
        ({ status }, { claims, payment }) =>
          !undone.includes(status) || (claims.whoPays === 'unstated' && payment === null),
      ),
    ).toEqual([]);
  });

  it('say that the customer bought what was rejected and then paid for', () => {
    expect(
      breaking(
        ({ status, decision, request }, { payment }) =>
          !(paid.includes(status) && decision === 'rejected' && request === 'none') || payment === 'bought',
      ),
    ).toEqual([]);
  });

  it('call nothing undecided or open to buy that is paid for', () => {
    expect(
      breaking(
        ({ status }, { payment }) =>
          !paid.includes(status) || payment === null || payment === 'accepted' || payment === 'bought',
      ),
    ).toEqual([]);
  });

  it('keep an open decision and a refused one from the customer', () => {
    expect(
      breaking(
        (input, { payment, claims }) =>
          !isOpen(input) ||
          paid.includes(input.status) ||
          undone.includes(input.status) ||
          ((payment === 'review' || payment === 'requested') && claims.whoPays === 'undecided'),
      ),
    ).toEqual([]);
    expect(
      findSituation({ status: 'Sample migration completed', decision: 'refused', request: 'none', whoPays: 'partner' }),
    ).toMatchObject({ progress: 'sample_request', payment: 'request', claims: { whoActs: 'customer' } });
  });

  it('say that the customer requested it only if the customer did', () => {
    expect(breaking(({ request }, { payment }) => payment !== 'requested' || request === 'customer')).toEqual([]);
  });

  it('say finished exactly when the full migration is complete', () => {
    expect(breaking(({ status }, { claims }) => claims.finished === (status === 'Migration completed'))).toEqual([]);
  });

  it('wait for us exactly when the sample is complete and we decide', () => {
    expect(
      breaking(
        (input, { claims }) =>
          (claims.whoActs === 'staff') ===
          (input.status === 'Sample migration completed' &&
            (isOpen(input) ||
              (input.whoPays === 'partner' && input.request !== 'none' && input.decision !== 'accepted'))),
      ),
    ).toEqual([]);
  });
});

describe('actions', () => {
  it('offer a request only for a complete sample without a request or decision, where we may pay', () => {
    expect(
      breaking(
        ({ status, decision, request, whoPays }, { actions, payment }) =>
          actions.includes('request') ===
            (status === 'Sample migration completed' &&
              ['none', 'asked', 'refused'].includes(decision) &&
              request === 'none' &&
              whoPays === 'partner') && actions.includes('request') === (payment === 'request'),
      ),
    ).toEqual([]);
  });

  it('offer to start again only before the customer has connected the tools, and never what is or may be accepted', () => {
    expect(
      breaking(
        ({ status, decision }, { actions }) =>
          actions.includes('start_again') ===
          (['none', 'Collecting credentials'].includes(status) &&
            !['accepted', 'proposed', 'sending', 'unknown'].includes(decision)),
      ),
    ).toEqual([]);
  });

  it('lead to the service whenever the customer acts there', () => {
    expect(
      breaking(
        (_input, { actions, claims }) =>
          claims.whoActs !== 'customer' || actions.includes('continue') || actions.includes('request'),
      ),
    ).toEqual([]);
  });

  it('offer nothing at the service after the end', () => {
    expect(
      breaking(
        ({ status }, { actions }) =>
          !(undone.includes(status) || status === 'Migration completed') || !actions.includes('continue'),
      ),
    ).toEqual([]);
  });
});

describe('toSituationInput', () => {
  const row = { gone: false, status: null, decision: 'refused' } as const;
  const decision = (kind: Decision['kind'], state: Decision['state']) => makeDecision({ kind, state });
  const request = {
    id: 'r1',
    requestedAt: '2026-11-12T12:00:00Z',
    by: 'customer',
    source: 'customer',
    verified: true,
    message: '',
  } as const;
  const read = (
    input: Pick<Parameters<typeof toSituationInput>[0], 'decisions' | 'request'> & {
      summary: typeof row.decision | 'asked' | 'none' | 'sending';
    },
  ) =>
    toSituationInput(
      { row: { ...row, decision: input.summary }, decisions: input.decisions, request: input.request },
      'partner',
    );

  it('keeps the earlier decision while a later one was refused or not carried out', () => {
    const accepted = decision('accept', 'confirmed');
    const rejected = decision('reject', 'confirmed');
    const refused = decision('reject', 'refused');
    expect(read({ summary: 'refused', decisions: [refused, accepted], request: null }).decision).toBe('accepted');
    expect(read({ summary: 'asked', decisions: [refused, accepted], request }).decision).toBe('accepted');
    expect(read({ summary: 'none', decisions: [rejected], request: null }).decision).toBe('rejected');
    expect(read({ summary: 'asked', decisions: [rejected], request }).decision).toBe('asked');
    expect(
      read({ summary: 'sending', decisions: [decision('reject', 'sending'), accepted], request: null }).decision,
    ).toBe('sending');
    expect(read({ summary: 'refused', decisions: [refused], request: null }).decision).toBe('refused');
  });

  it('keeps a completed migration that is gone, and no other one', () => {
    const statusOf = (known: string) =>
      toSituationInput(
        { row: { ...row, gone: true, status: { text: known, family: 'done', known } }, decisions: [], request: null },
        'partner',
      ).status;
    expect(['Migration completed', 'Migration cleaned'].map(statusOf)).toEqual(['Migration completed', 'gone']);
  });

  it('distinguishes a request by the customer from an automatic request', () => {
    expect(read({ summary: 'none', decisions: [], request: null }).request).toBe('none');
    expect(read({ summary: 'asked', decisions: [], request }).request).toBe('customer');
    expect(read({ summary: 'asked', decisions: [], request: { ...request, source: 'sample_complete' } }).request).toBe(
      'automatic',
    );
  });
});
