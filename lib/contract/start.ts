import { z } from 'zod';
import { dateTime, text } from './base-schemas';
import { languages } from './languages';

export const languageSchema = z.enum(languages);

const weekS = 7 * 24 * 3600;

/** Never contains a destination token. */
export const startLinkBodySchema = z.strictObject({
  username: text(1000).min(1, 'Enter the customer’s username'),
  instanceUrl: text(2000).optional(),
  tools: z.array(text(500)).max(100).optional(),
  family: text(200).optional(),
  language: languageSchema.optional(),
  oneUse: z.boolean().default(false),
  expiresInS: z
    .number()
    .int()
    .min(60)
    .max(90 * 24 * 3600)
    .default(weekS),
});
export type StartLinkBody = z.infer<typeof startLinkBodySchema>;

export const startLinkResponseSchema = z.object({ url: text(8000), expiresAt: dateTime });
export type StartLinkResponse = z.infer<typeof startLinkResponseSchema>;

/** If the server searches for a tool, the whole form around it is sent, so that nothing typed is lost. */
const toolSearchFields = {
  q: text(200).default(''),
  /** The button that was pressed, if it was one of the search. */
  search: z.enum(['query', 'all']).optional(),
  /** The query of the page, if Enter was pressed. */
  searched: text(200).optional(),
  /** Parameters of the page. */
  kept: text(16_000).default(''),
};
export type ToolSearchFields = z.infer<z.ZodObject<typeof toolSearchFields>>;

/** For a tool that is not listed. */
const toolRequestFields = {
  tool: text(200).default(''),
  url: text(1000).default(''),
  /** Twice as many as the field takes, because browsers send a line break as two characters. */
  message: text(4000).default(''),
  email: text(254).default(''),
};
export type ToolRequestFields = z.infer<z.ZodObject<typeof toolRequestFields>>;

/** One form with two buttons: to start, and to request a tool. Each keeps what was typed for the other. */
export const startFormSchema = z.object({
  ...toolSearchFields,
  ...toolRequestFields,
  attempt: z.uuid(),
  source_tool: text(500).default(''),
  link: text(12_000).optional(),
  destination_username: text(1000).default(''),
  contact_email: text(1000).optional(),
  language: languageSchema.optional(),
  /** Hidden from people: only bots fill it in. */
  website: text(1000).default(''),
  /** An attempt without a response, which the customer replaces. */
  again: z.uuid().optional(),
});
export type StartFormFields = Omit<z.infer<typeof startFormSchema>, keyof ToolSearchFields | keyof ToolRequestFields>;

export const startAgainFormSchema = z.object({
  link: text(12_000),
  attempt: z.uuid(),
  language: languageSchema.optional(),
});

export const requestFullFormSchema = z.object({
  link: text(12_000),
  message: text(4000).default(''),
  language: languageSchema.optional(),
});

export const fullMigrationFormSchema = z.object({
  ...toolSearchFields,
  /** Absent from a page that was opened before an upgrade. */
  attempt: z.uuid().optional(),
  username: text(1000).default(''),
  /** A tile, or the name of a tool that is not in the list. */
  tool: z.array(text(500)).max(2).default([]),
  message: text(3500).default(''),
  website: text(1000).default(''),
  language: languageSchema.optional(),
  /** From the operator's link. An id proves nothing, but helps with matching. */
  reference: text(200).default(''),
});
export type FullMigrationForm = z.infer<typeof fullMigrationFormSchema>;

/** From the page of a migration with its link, and an address if none is known; from the start page with the address. */
export const sendLinkFormSchema = z.object({
  link: text(12_000).optional(),
  email: text(1000).default(''),
  language: languageSchema.optional(),
  /** Hidden from people: only bots fill it in. */
  website: text(1000).default(''),
});

export const migrationVersionSchema = z.object({ version: text(100) });
export const migrationLinkParamsSchema = z.object({ link: text(12_000) });
