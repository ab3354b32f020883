import type { Db } from '../../lib/store/database/database';

/** Then changes of imports are not recorded for messages. */
export async function dropEventTriggers(db: Db): Promise<void> {
  await db.execute('drop trigger imports_event_new on imports');
  await db.execute('drop trigger imports_event_changed on imports');
}
