import { type AuditDeps, appendAudit } from '../audit/append-audit';
import { brandingSchema, defaultBranding, type Branding } from '../contract/branding';
import { actorName, type Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { insertAppSetting, readAppSetting } from '../store/staff/app-settings';
import { recordChange } from '../store/events/changes';
import type { Database, Db } from '../store/database/database';

const key = 'branding';

export async function readBranding(db: Db): Promise<{ version: number; branding: Branding }> {
  const row = await readAppSetting(db, key);
  const parsed = row && brandingSchema.safeParse(row.value);
  return parsed?.success && row
    ? { version: row.version, branding: parsed.data }
    : { version: row?.version ?? 0, branding: defaultBranding };
}

export async function saveBranding(
  deps: AuditDeps & { database: Database },
  input: { caller: Caller; branding: Branding; basedOn: number },
): Promise<{ version: number; branding: Branding }> {
  return deps.database.transaction(async (tx) => {
    const before = await readBranding(tx);
    const version = before.version + 1;
    const saved =
      before.version === input.basedOn &&
      (await insertAppSetting(tx, {
        key,
        version,
        value: input.branding,
        by: actorName(input.caller.actor),
        at: deps.clock.now(),
      }));
    if (!saved) throw new LandfallError('conflict', 'Another admin changed this in the meantime. Reload the page.');
    await recordChange(tx, { kind: 'settings', environment: 'live', subject: key });
    // The audit log records that the logo changed, not the image.
    const redactLogo = ({ logo, ...rest }: Branding) => ({
      ...rest,
      logo: logo === null ? null : `${logo.length} characters`,
    });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'branding.changed',
      subject: `branding version ${version}`,
      before: redactLogo(before.branding),
      after: redactLogo(input.branding),
    });
    return { version, branding: input.branding };
  });
}
