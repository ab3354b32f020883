import { z } from 'zod';
import { byLanguage, languages, type Language } from '../contract/languages';
import type { OwnTexts } from './brand-messages';

interface StoredText {
  text: string;
  /** What we shipped when it was written, so that a later change of ours can be shown. */
  shipped: string;
}

export type StoredTexts = Record<Language, Readonly<Record<string, StoredText>>>;

const recordSchema = z.record(z.string(), z.unknown());
const entrySchema = z.object({ text: z.string(), shipped: z.string() });

/** An entry in an unknown format, for example after a downgrade, must not hide the others. */
export function toStoredTexts(value: unknown): StoredTexts {
  const stored = recordSchema.safeParse(value).data;
  return byLanguage((language) =>
    Object.fromEntries(
      Object.entries(recordSchema.safeParse(stored?.[language]).data ?? {}).flatMap(([key, entry]) => {
        const parsed = entrySchema.safeParse(entry);
        return parsed.success ? [[key, parsed.data]] : [];
      }),
    ),
  );
}

export function toOwnTexts(value: unknown): OwnTexts {
  if (value === undefined || value === null) return {};
  const stored = toStoredTexts(value);
  return Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(Object.entries(stored[language]).map(([key, { text }]) => [key, text])),
    ]),
  );
}
