import { expect, test } from 'vitest';
import { attentionLabels, budgetLabels } from './labels';

test('counts have their own plural, and say where counting stopped', () => {
  expect(attentionLabels.unmatched(1)).toBe('1 request needs matching to an import');
  expect(attentionLabels.unmatched(2)).toBe('2 requests need matching to an import');
  expect(attentionLabels.stuck(10_000, true, 'In preparation', 'a day')).toBe(
    '10,000+ customers have been at In preparation for over a day',
  );
  expect(attentionLabels.more(1_204, false)).toBe(' and 1,204 more');
});

test('unconfirmed decisions are named by their kind', () => {
  expect(attentionLabels.unconfirmed(1, 1, 0)).toBe('1 acceptance sent but not confirmed');
  expect(attentionLabels.unconfirmed(2, 0, 2)).toBe('2 rejections sent but not confirmed');
  expect(attentionLabels.unconfirmed(3, 1, 2)).toBe('3 decisions sent but not confirmed');
});

test('the pace of the budget has grouped numbers', () => {
  expect(budgetLabels.pace(1_250, 120_000)).toBe('At this pace, about 1,250 of 120,000 by the end of the month.');
});
