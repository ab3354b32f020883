import { expect, test } from 'vitest';
import { customerQuerySchema } from './customers';

// The page parses its address itself. PostgreSQL would refuse these.
test.each(['', '  ', 'a\u0000b', 'a\ud800', 'x'.repeat(1001)])('rejects the username %j', (username) => {
  expect(customerQuerySchema.safeParse({ username }).success).toBe(false);
});
