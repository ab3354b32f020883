import { z } from 'zod';
import { count, text } from './base-schemas';
import { languageSchema } from './start';

/** Longer than any text may be; the exact limit depends on the text. */
const draft = text(10_000);
const key = text(200);

const editableTextSchema = z.object({
  key,
  /** Null for an own text that we do not ship any more. */
  shipped: text(10_000).nullable(),
  own: text(10_000).nullable(),
  /** What we shipped when the own text was written, if that has changed. */
  shippedBefore: text(10_000).nullable(),
  /** The own text does not fit what we ship now, so customers see ours. */
  unused: z.boolean(),
  placeholders: z.array(text(100)),
  tags: z.array(text(100)),
  maxCharacters: count,
});
export type EditableText = z.infer<typeof editableTextSchema>;

export const textsOfLanguageSchema = z.object({
  version: count,
  language: languageSchema,
  texts: z.array(editableTextSchema),
});
export type TextsOfLanguage = z.infer<typeof textsOfLanguageSchema>;

/** Null restores the text we ship. */
export const saveTextBodySchema = z.object({ language: languageSchema, key, text: draft.nullable(), basedOn: count });
export type SaveTextBody = z.infer<typeof saveTextBodySchema>;

export const previewTextBodySchema = z.object({ language: languageSchema, key, text: draft });
export type PreviewTextBody = z.infer<typeof previewTextBodySchema>;

export const textPreviewSchema = z.object({
  problems: z.array(text(500)),
  /** One per plural form, or one without a number. */
  examples: z.array(z.object({ count: count.nullable(), text: text(20_000) })),
});
export type TextPreview = z.infer<typeof textPreviewSchema>;
