import { z } from 'zod';

interface StoredText {
  text: string;
  /** What we shipped when it was written, so that a later change of ours can be shown. */
  shipped: string;
}

/** Texts of one language, by key. */
export type StoredTexts = Readonly<Record<string, StoredText>>;

const recordSchema = z.record(z.string(), z.unknown());
const entrySchema = z.object({ text: z.string(), shipped: z.string() });

/** An entry in an unknown format, for example after a downgrade, must not hide the others. */
export function toStoredTexts(value: unknown): StoredTexts {
  return Object.fromEntries(
    Object.entries(recordSchema.safeParse(value).data ?? {}).flatMap(([key, entry]) => {
      const parsed = entrySchema.safeParse(entry);
      return parsed.success ? [[key, parsed.data]] : [];
    }),
  );
}

export function toOwnTexts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(toStoredTexts(value)).map(([key, { text }]) => [key, text]));
}
