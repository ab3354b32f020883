import { type AuditDeps, appendAudit } from '../audit/append-audit';
import { brandingSchema, defaultBranding, type Branding } from '../contract/branding';
import { actorName, type Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import type { Brand } from '../messages/brand-messages';
import { insertAppSetting, readAppSettings } from '../store/staff/app-settings';
import { recordChange } from '../store/events/changes';
import type { Database, Db } from '../store/database/database';
import { textsKey, toOwnTexts } from './own-texts';

const key = 'branding';

/** With the partner's own texts, which every page and e-mail needs as well: both in one statement. */
export async function readBranding(db: Db): Promise<{ version: number; branding: Brand }> {
  const rows = await readAppSettings(db, [key, textsKey]);
  const row = rows.get(key);
  const parsed = brandingSchema.safeParse(row?.value);
  const texts = toOwnTexts(rows.get(textsKey)?.value);
  return { version: row?.version ?? 0, branding: { ...(parsed.success ? parsed.data : defaultBranding), texts } };
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
      before: redactLogo(brandingSchema.parse(before.branding)),
      after: redactLogo(input.branding),
    });
    return { version, branding: input.branding };
  });
}
