import { z } from 'zod';
import { imageTypes } from '../contract/brand-rules';
import { brandingSchema, defaultBranding, type Branding, type BrandImage } from '../contract/branding';
import { languages, type Language } from '../contract/languages';
import type { Brand } from '../messages/brand-messages';
import { toOwnTexts } from '../messages/own-texts';
import type { Db } from '../store/database/database';
import { readAppSetting, readAppSettings, textsKey } from '../store/staff/app-settings';
import { imageIdOf } from './images/image-id';

export const brandingKey = 'branding';

/** Until images had rows of their own, the logo was a data URL in the settings. See `toStoredBranding`. */
const oldLogoSchema = z.object({ logo: z.string() });

export interface StoredImage {
  image: BrandImage;
  base64: string;
}

/** With the partner's own texts in these languages, which most readers need as well: both in one statement. */
export async function readBranding(
  db: Db,
  textsIn: readonly Language[] = languages,
): Promise<{ version: number; branding: Brand }> {
  const rows = await readAppSettings(db, [brandingKey, ...textsIn.map(textsKey)]);
  const row = rows.get(brandingKey);
  const texts = Object.fromEntries(
    textsIn.map((language) => [language, toOwnTexts(rows.get(textsKey(language))?.value)]),
  );
  return { version: row?.version ?? 0, branding: { ...toBranding(row?.value), texts } };
}

function toBranding(value: unknown): Branding {
  const { logoImage, ...stored }: Record<string, unknown> = { ...Object(value) };
  const logo = logoImage === undefined ? (toOldLogo(value)?.image ?? stored['logo'] ?? null) : logoImage;
  // Settings that are newer than the saved ones have their defaults.
  const parsed = brandingSchema.safeParse({ ...defaultBranding, ...stored, logo });
  return parsed.success ? parsed.data : defaultBranding;
}

/** Every page reads the branding. */
const maxOldLogoCharacters = 30_000;

/**
 * During an upgrade, the previous release reads the branding too, and needs a data URL in `logo`. It shows the first letter of
 * the name instead of a large logo.
 */
export function toStoredBranding({ logo, ...branding }: Branding, logoDataUrl: string | null) {
  const fits = logoDataUrl !== null && logoDataUrl.length <= maxOldLogoCharacters;
  return { ...branding, logoImage: logo, logo: fits ? logoDataUrl : null };
}

export async function readOldLogo(db: Db): Promise<StoredImage | null> {
  return toOldLogo((await readAppSetting(db, brandingKey))?.value);
}

function toOldLogo(value: unknown): StoredImage | null {
  const { logo = '' } = oldLogoSchema.safeParse(value).data ?? {};
  const [, name, base64 = ''] = /^data:image\/(\w+);base64,([\w+/]+=*)$/.exec(logo) ?? [];
  const type = imageTypes.find((known) => known === name);
  return type === undefined ? null : { image: { id: imageIdOf(logo), type, width: 0, height: 0 }, base64 };
}
