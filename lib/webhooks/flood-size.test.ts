import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { createManualClock } from '../core/testing/manual-clock';
import { createSpaceReuse } from '../store/database/create-space-reuse';
import { openDatabase } from '../store/database/open-database';
import { storeDelivery } from './receive-webhook';
import { signAuto } from './sign-message';
import { openWebhooks, webhookSecret as secret } from './testing/open-webhooks';

/** The short form of `npm run drill -- webhook-flood`. It fails without vacuum and checkpoints. */
it.runIf(inject('fullSize'))(
  'a flood of forged and of stale messages grows the embedded database by less than 40 MB',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'landfall-flood-'));
    const database = await openDatabase({ folder });
    try {
      const clock = createManualClock();
      const deps = openWebhooks({ database, clock });
      const reuseSpace = createSpaceReuse(database);
      const before = await folderBytes(folder);
      let largest = 0;
      for (let sent = 0; sent < 44; sent++) {
        const forged = sent % 4 === 0;
        const filler = randomBytes(forged ? 31_000 : 400_000).toString('hex');
        const body = JSON.stringify({
          import_id: randomUUID(),
          status: 'x',
          timestamp: '2026-11-01T09:00:00Z',
          filler,
        });
        const message = signAuto(body, forged ? 'forger' : secret);
        await storeDelivery(deps, { ...message, address: `203.0.113.${sent}` });
        // As fast as large messages are admitted.
        await clock.advance(10_000);
        if (sent % 5 === 4) await reuseSpace();
        largest = Math.max(largest, await folderBytes(folder));
      }
      expect(largest - before).toBeLessThan(40_000_000);
    } finally {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))));
  return sizes.reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0);
}
