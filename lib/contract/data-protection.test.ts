import { expect, test } from 'vitest';
import { customerBodySchema, defaultRetention, eraseBodySchema, retentionSchema } from './data-protection';

test.each(['', '  ', 'a\u0000b', 'a\ud800'])('rejects %j as a username', (username) => {
  expect(customerBodySchema.safeParse({ username }).success).toBe(false);
  expect(eraseBodySchema.safeParse({ username, confirmation: username }).success).toBe(false);
});

test.each([0, -1, 1.5, 36_501, '30'])('rejects %j days, and accepts none at all', (rawDays) => {
  expect(retentionSchema.safeParse({ ...defaultRetention, rawDays }).success).toBe(false);
  expect(retentionSchema.safeParse({ ...defaultRetention, rawDays: null }).success).toBe(true);
});
