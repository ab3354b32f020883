import { actorName } from '../contract/caller';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { insertAppSetting } from '../store/staff/app-settings';
import { type AuditDeps, type AuditEntry, appendAudit } from './append-audit';

/** Call it in the transaction that read the version before, as its last write. `what` is for the message. */
export async function saveAppSetting(
  deps: AuditDeps,
  tx: Db,
  setting: AuditEntry & { key: string; version: number; basedOn: number; value: unknown; what?: string },
): Promise<void> {
  const { key, version, basedOn, value, what = 'this', ...entry } = setting;
  const by = actorName(entry.caller.actor);
  const saved =
    version === basedOn + 1 && (await insertAppSetting(tx, { key, version, value, by, at: deps.clock.now() }));
  if (!saved) throw new LandfallError('conflict', `Another admin changed ${what} in the meantime. Reload the page.`);
  await recordChange(tx, { kind: 'settings', environment: 'live', subject: key });
  await appendAudit(deps, tx, entry);
}
