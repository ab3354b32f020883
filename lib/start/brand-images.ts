import { z } from 'zod';
import { type ImageKind, imageTypes } from '../contract/brand-rules';
import type { Branding, BrandImage } from '../contract/branding';
import { actorName, type Caller } from '../contract/caller';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import type { Database, Db } from '../store/database/database';
import {
  deleteBrandImageRows,
  readBrandImageRow,
  saveBrandImageRow,
  touchBrandImageRow,
} from '../store/staff/brand-images';
import { readBranding, readOldLogo, type StoredImage } from './branding';
import { checkImage } from './images/check-image';
import { ImageError } from './images/image-error';
import { imageIdOf, toDataUrl } from './images/image-id';
import { stripMetadata } from './images/strip-metadata';

const rowSchema = z.object({
  type: z.enum(imageTypes),
  width: z.number(),
  height: z.number(),
  base64: z.string(),
});

const unusedImageMs = 86_400_000;

/** Checks an image and stores it, without its metadata, under the hash of its content. Those that no branding uses are deleted a day later. */
export async function uploadBrandImage(
  deps: { database: Database; clock: Clock },
  { caller, kind, content }: { caller: Caller; kind: ImageKind; content: string },
): Promise<BrandImage> {
  const { facts, base64 } = await readImage(Buffer.from(content, 'base64'), kind).catch((error: unknown) => {
    if (!(error instanceof ImageError)) throw error;
    throw new LandfallError('invalid', { errors: [{ field: 'content', message: error.message }] });
  });
  const image = { id: imageIdOf(toDataUrl({ type: facts.type, base64 })), ...facts };
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const { branding } = await readBranding(tx, []);
    await saveBrandImageRow(tx, { id: image.id, value: { ...facts, base64 }, by: actorName(caller.actor), at });
    await deleteBrandImageRows(tx, {
      except: [image.id, ...imagesOf(branding).map(({ id }) => id)],
      before: new Date(at.getTime() - unusedImageMs),
    });
  });
  return image;
}

async function readImage(file: Buffer, kind: ImageKind) {
  const facts = await checkImage(file, kind);
  return { facts, base64: stripMetadata(file, facts.type).toString('base64') };
}

export async function readBrandImage(db: Db, id: string): Promise<StoredImage | null> {
  const parsed = rowSchema.safeParse(await readBrandImageRow(db, id));
  if (parsed.success) {
    const { base64, ...facts } = parsed.data;
    return { image: { id, ...facts }, base64 };
  }
  const old = await readOldLogo(db);
  return old?.image.id === id ? old : null;
}

export async function brandImageDataUrl(db: Db, id: string): Promise<string | null> {
  const stored = await readBrandImage(db, id);
  return stored && toDataUrl({ type: stored.image.type, base64: stored.base64 });
}

/** The stored facts of the images, whatever the browser sent about them. */
export async function withStoredImages(db: Db, branding: Branding): Promise<Branding> {
  const errors: { field: string; message: string }[] = [];
  const stored = async (field: 'logo' | 'darkLogo' | 'favicon') => {
    const given = branding[field];
    if (given === null) return null;
    const found = await readBrandImage(db, given.id);
    if (found === null || (field === 'favicon' && found.image.type !== 'png')) {
      errors.push({ field: `branding.${field}`, message: 'This image is no longer stored. Choose it again.' });
    }
    return found?.image ?? null;
  };
  const images = { logo: await stored('logo'), darkLogo: await stored('darkLogo'), favicon: await stored('favicon') };
  if (errors.length > 0) throw new LandfallError('invalid', { errors });
  return { ...branding, ...images };
}

/** From now on they count as new: an upload that has read the branding before does not delete them. */
export async function keepImages(tx: Db, branding: Branding, at: Date): Promise<void> {
  // In one order, so that two saves do not wait for each other.
  for (const id of imagesOf(branding)
    .map((image) => image.id)
    .toSorted())
    await touchBrandImageRow(tx, { id, at });
}

function imagesOf({ logo, darkLogo, favicon }: Branding): BrandImage[] {
  return [logo, darkLogo, favicon].filter((image) => image !== null);
}

/** Gives a logo that is still a data URL in the settings its own row, before the next version replaces it. */
export async function keepOldLogo(tx: Db, row: { by: string; at: Date }): Promise<void> {
  const old = await readOldLogo(tx);
  if (old === null || (await readBrandImageRow(tx, old.image.id)) !== undefined) return;
  const { id, ...facts } = old.image;
  await saveBrandImageRow(tx, { id, value: { ...facts, base64: old.base64 }, ...row });
}
