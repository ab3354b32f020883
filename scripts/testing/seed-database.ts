import { compose } from '../../lib/compose';
import { silentLog } from '../../lib/core/log';
import { parseSettings } from '../../lib/core/settings';
import { seedDemo } from '../../lib/imports/seed-demo';
import { seedDemoSponsorship } from '../../lib/sponsorship/seed-demo-sponsorship';
import type { Db } from '../../lib/store/database/database';
import { staff } from '../../lib/store/schema/staff';

interface SeedOptions {
  /** Adds the demo data too. */
  simulatorOrigin?: string | undefined;
  /** Adds what the test needs beside it. */
  fill?: ((db: Db) => Promise<void>) | undefined;
}

/** Adds the demo accounts, and returns them. For an app that has not been started. */
export async function seedDatabase(
  environment: Readonly<Record<string, string | undefined>>,
  { simulatorOrigin, fill }: SeedOptions = {},
) {
  const settings = parseSettings(environment);
  const landfall = await compose({ ...settings, demo: true }, { log: silentLog });
  const { database, creation, sponsorship, clock, log, demoAccounts } = landfall;
  // An app that is not a demo disables demo accounts.
  if (!settings.demo) await database.db.update(staff).set({ source: 'local' });
  if (simulatorOrigin !== undefined) {
    const historyUrl = `${simulatorOrigin}/control/history`;
    await seedDemo({ database, observer: creation.observer, cipher: creation.cipher, clock, log, historyUrl, fetch });
    await seedDemoSponsorship(sponsorship, { url: historyUrl, fetch });
  }
  await fill?.(database.db);
  await landfall.close();
  return demoAccounts;
}
