import { z } from 'zod';
import type { Clock } from '../core/clock';
import { SettingsError, type Settings } from '../core/settings';
import type { Database, Db } from '../store/database/database';
import { readInstallationValue, writeInstallationValue } from '../store/database/installation';
import { listStaffSources } from '../store/staff/staff';

const key = 'purpose';
const purposeSchema = z.enum(['simulator', 'live']);
type Purpose = z.infer<typeof purposeSchema>;

/** A database is for the simulator or for live, never both: made-up imports and accounts must not meet real ones. */
export async function checkDatabasePurpose({
  database,
  clock,
  settings,
}: {
  database: Database;
  clock: Clock;
  settings: Pick<Settings, 'service' | 'demo'>;
}): Promise<void> {
  const wanted: Purpose = settings.service.simulated ? 'simulator' : 'live';
  await database.transaction(async (tx) => {
    const recorded = purposeSchema.safeParse((await readInstallationValue(tx, key))?.value).data;
    const known = recorded ?? (await guessPurpose(tx, settings.demo));
    if (known !== undefined && known !== wanted) throw wrongPurposeError(wanted);
    if (recorded === undefined) await recordPurpose(tx, wanted, clock.now());
  });
}

export async function recordPurpose(tx: Db, purpose: Purpose, at: Date): Promise<void> {
  await writeInstallationValue(tx, { key, value: purpose, at });
}

/** For a database from before purposes were recorded. Starting live disabled the demo accounts. */
async function guessPurpose(tx: Db, demo: boolean): Promise<Purpose | undefined> {
  const sources = await listStaffSources(tx);
  if (sources.some(({ source, active }) => source === 'demo' && active)) return 'simulator';
  return demo && sources.length > 0 ? 'live' : undefined;
}

function wrongPurposeError(wanted: Purpose): SettingsError {
  return new SettingsError([
    wanted === 'live'
      ? {
          setting: 'LANDFALL_DATA',
          problem:
            'names a folder with demo data, which must not be mixed with live data. Go live in the demo under Settings > ' +
            'Connection, or name another folder',
        }
      : {
          setting: 'SERVICE_URL',
          problem:
            'is not set, but this database holds live data. Set it, or LANDFALL_DEMO=off, or name another folder in ' +
            'LANDFALL_DATA for the demo',
        },
  ]);
}
