import { claimJob, wasJobClaimed } from '../store/database/claim-job';
import type { OutboxDeps } from './outbox-deps';

const job = 'messages with e-mail';
/** Longer than a burst of changes takes. */
const awayS = 120;

/**
 * An instance without e-mail leaves messages to those with it while one runs. In a restart one by one that sets
 * `SMTP_URL`, the old instances would otherwise drop messages of the new ones.
 */
export async function leavesMessages({ database: { db }, mail }: Pick<OutboxDeps, 'database' | 'mail'>) {
  if (mail.mode === 'off') return wasJobClaimed(db, job, awayS);
  await claimJob(db, job, 10);
  return false;
}
