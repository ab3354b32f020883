import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { generateKey } from '../core/cipher';
import { openDatabase } from '../store/database/open-database';
import { deliveries } from '../store/schema/webhooks';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { startChild } from '../store/testing/start-child';

// `npm run drill -- killed-webhooks` does this with the built app, over HTTP and ten times.
describe('a process killed while it receives messages', () => {
  it('has stored all that it acknowledged on PostgreSQL', async () => {
    await expectNoneLost({ url: await createTestPostgresUrl() });
  });

  it.runIf(inject('fullSize'))('has stored all that it acknowledged on PGlite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'landfall-killed-'));
    await expectNoneLost({ folder }).finally(() => rm(folder, { recursive: true, force: true }));
  });
});

async function expectNoneLost(where: { url: string } | { folder: string }): Promise<void> {
  const key = generateKey();
  const acknowledged: string[] = [];
  for (const count of [40, 25]) {
    const child = await startChild('lib/webhooks/testing/receive-until-killed.ts', [JSON.stringify({ where, key })]);
    for (let index = 0; index < count; index += 1) acknowledged.push(await child.readLine());
    await child.kill('SIGKILL');
  }
  const database = await openDatabase(where);
  const stored = (await database.db.select({ hash: deliveries.contentHash }).from(deliveries)).map(({ hash }) => hash);
  await database.close();
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
}
