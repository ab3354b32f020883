import type { AuditDeps } from '../audit/append-audit';
import { saveAppSetting } from '../audit/save-app-setting';
import { type Branding, type BrandImage, brandingSchema } from '../contract/branding';
import { actorName, type Caller } from '../contract/caller';
import type { Database } from '../store/database/database';
import { brandImageDataUrl, keepImages, keepOldLogo, withStoredImages } from './brand-images';
import { brandingKey, readBranding, toStoredBranding } from './branding';

export async function saveBranding(
  deps: AuditDeps & { database: Database },
  input: { caller: Caller; branding: Branding; basedOn: number },
): Promise<{ version: number; branding: Branding }> {
  const { caller, basedOn } = input;
  const by = actorName(caller.actor);
  const at = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const before = await readBranding(tx);
    const version = before.version + 1;
    await keepOldLogo(tx, { by, at });
    await keepImages(tx, input.branding, at);
    const branding = await withStoredImages(tx, input.branding);
    const value = toStoredBranding(branding, branding.logo && (await brandImageDataUrl(tx, branding.logo.id)));
    await saveAppSetting(deps, tx, {
      ...{ caller, key: brandingKey, version, basedOn },
      value,
      action: 'branding.changed',
      subject: `branding version ${version}`,
      before: describe(brandingSchema.parse(before.branding)),
      after: describe(branding),
    });
    return { version, branding };
  });
}

/** The audit log records that an image changed, not the image. */
function describe({ logo, darkLogo, favicon, ...rest }: Branding) {
  return { ...rest, logo: nameOf(logo), darkLogo: nameOf(darkLogo), favicon: nameOf(favicon) };
}

function nameOf(image: BrandImage | null): string | null {
  return image === null ? null : `${image.type}, ${image.width} by ${image.height} pixels, ${image.id.slice(0, 12)}`;
}
