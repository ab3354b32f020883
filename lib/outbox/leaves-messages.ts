import { claimJob, wasJobClaimed } from '../store/database/claim-job';
import type { OutboxDeps } from './outbox-deps';

/** Longer than a burst of changes takes. */
const awayS = 120;

/**
 * An instance without one of these settings leaves messages to those with it while one runs. While instances restart one
 * by one to add the setting, the old ones would otherwise drop messages of the new ones. E-mail is first: an instance that
 * leaves messages for lack of it does not say that it has NOTIFY_URL, so that two instances never wait for each other.
 */
export async function leavesMessages(deps: Pick<OutboxDeps, 'database' | 'mail' | 'notifyUrl'>): Promise<boolean> {
  if (await leavesMails(deps)) return true;
  if (deps.notifyUrl === undefined) return leavesNotifyUrl(deps);
  await claimJob(deps.database.db, 'messages with NOTIFY_URL', 10);
  return false;
}

export async function leavesMails({ database: { db }, mail }: Pick<OutboxDeps, 'database' | 'mail'>): Promise<boolean> {
  if (mail.mode === 'off') return wasJobClaimed(db, 'messages with e-mail', awayS);
  await claimJob(db, 'messages with e-mail', 10);
  return false;
}

export async function leavesNotifyUrl(deps: Pick<OutboxDeps, 'database' | 'notifyUrl'>): Promise<boolean> {
  return deps.notifyUrl === undefined && wasJobClaimed(deps.database.db, 'messages with NOTIFY_URL', awayS);
}
