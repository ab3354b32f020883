import { expect, test } from 'vitest';
import { setupLabels, webhooksLabels } from './labels';

test('says how many messages arrived and how many were duplicates', () => {
  expect(webhooksLabels.received(105, 0)).toBe('105 received, no duplicates');
  expect(webhooksLabels.received(1_050, 1)).toBe('1,050 received, 1 duplicate');
  expect(webhooksLabels.received(9, 2)).toBe('9 received, 2 duplicates');
});

test('says how many secrets are set, never which', () => {
  expect([0, 1, 2].map(setupLabels.secrets)).toEqual(['Not set', 'Set', '2 set, any of them is accepted']);
});

test('says where an admin enters the secret', () => {
  expect(setupLabels.noSecretText).toContain('enter it under Settings > Connection');
});
