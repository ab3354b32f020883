import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { bundleScript } from '../store/testing/bundle-script';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { verifyAudit } from './verify-audit';

const run = promisify(execFile);

test('keeps one unbroken chain when three processes append 40 entries each', async () => {
  const url = await createTestPostgresUrl();
  const database = await openPostgres({ url, migrations: await readMigrations() });
  try {
    const script = await bundleScript('lib/audit/testing/append-many.ts');
    const key = generateKey();
    const names = ['one', 'two', 'three'];
    await Promise.all(names.map((name) => run(process.execPath, [script, url, name, '40', key])));
    expect(await verifyAudit({ cipher: createCipher([key]) }, database.db)).toMatchObject({
      ok: true,
      entries: 120,
      problems: [],
    });
  } finally {
    await database.close();
  }
});
