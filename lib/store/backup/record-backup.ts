import type { Db } from '../database/database';
import { writeInstallationValue } from '../database/installation';

export const backupKey = 'backup taken';

/** For the checklist before going live. */
export async function recordBackup(db: Db, at: Date): Promise<void> {
  await writeInstallationValue(db, { key: backupKey, value: {}, at });
}
