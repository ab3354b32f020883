import { expect, it } from 'vitest';
import { decisionEntries, type DecisionHistory } from './decision-entries';

const at = new Date('2026-11-12T09:00:00Z');
const sourcesOf = (...steps: [from: string | null, to: string, by: string][]) => {
  const decision: DecisionHistory = {
    ...{ id: 'd1', kind: 'accept', state: 'refused', reason: '', approvalReason: '', resolutionReason: '' },
    steps: steps.map(([from, to, by], id) => ({ id, from, to, by, at, explanation: `${to} by ${by}` })),
  };
  return decisionEntries(decision).map(({ entry }) => [entry.source, entry.title]);
};

it('names the service as the source of its replies only', () => {
  const approved = ['staff', 'approved by Ines'];
  expect(sourcesOf([null, 'approved', 'Ines'], ['approved', 'refused', 'system'])).toEqual([
    approved,
    ['landfall', 'refused by system'],
  ]);
  const sent = (to: string, by: string) =>
    sourcesOf([null, 'approved', 'Ines'], ['approved', 'sending', 'system'], ['sending', to, by]);
  expect(sent('confirmed', 'service')).toEqual([approved, ['service', 'Acceptance sent, confirmed by the service']]);
  expect(sent('refused', 'service')).toEqual([approved, ['service', 'Acceptance sent, refused']]);
  expect(sent('approved', 'service')).toEqual([approved, ['landfall', 'Acceptance not sent']]);
  expect(sent('unknown', 'system')).toEqual([approved, ['landfall', 'Acceptance sent, outcome unknown']]);
  const sending = sourcesOf([null, 'approved', 'Ines'], ['approved', 'sending', 'system']);
  expect(sending).toEqual([approved, ['landfall', 'Acceptance sent']]);
});

it('shows the reasons of the person who proposed and of the one who approved', () => {
  const reasons = { reason: 'agreed with sales', approvalReason: 'checked the contract', resolutionReason: '' };
  const decision = { id: 'decision', kind: 'accept', state: 'approved', ...reasons } as const;
  const proposed = { id: 1, from: null, to: 'proposed', at, by: 'Ines', explanation: 'Ines proposed' };
  const approved = { id: 2, from: 'proposed', to: 'approved', at, by: 'Jonas', explanation: 'Jonas approved' };
  const details = (...steps: (typeof proposed | typeof approved)[]) =>
    decisionEntries({ ...decision, steps }).map(({ entry }) => [entry.title, entry.detail]);
  expect(details(proposed, approved)).toEqual([
    ['Ines proposed', 'agreed with sales'],
    ['Jonas approved', 'checked the contract'],
  ]);
  // By one person, both are one step.
  const { explanation } = proposed;
  expect(details(proposed, { ...approved, explanation })).toEqual([[explanation, 'agreed with sales']]);
});
