import { expect, test } from 'vitest';
import { parseFlags } from '../../simulator/flags/parse-flags';
import { simulatorFlags } from './start-simulator';

test('passes generated keys that begin with a dash', () => {
  const keys = { token: '-a-token', webhookSecret: '--port=1' };
  const flags = simulatorFlags({ port: 4010, keys, dataFolder: '/x y', publicOrigin: 'http://localhost:3000' });
  const parsed = parseFlags(flags);
  expect(parsed.help ? undefined : parsed.options).toMatchObject({
    port: 4010,
    token: '-a-token',
    webhook: { secret: '--port=1' },
  });
});
