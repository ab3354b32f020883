import * as z from 'zod/mini';
import { dateTime, text } from './base-schemas';
import { languages } from './languages';

export const languageSchema = z.enum(languages);

/** Of the start page in open mode, which otherwise leads back to the migration of this browser. */
export const startAgainParam = 'again';

const weekS = 7 * 24 * 3600;

/** Never contains a destination token. */
export const startLinkBodySchema = z.strictObject({
  username: text(1000).check(z.minLength(1, 'Enter the customer’s username')),
  instanceUrl: z.optional(text(2000)),
  tools: z.optional(z.array(text(500)).check(z.maxLength(100))),
  family: z.optional(text(200)),
  language: z.optional(languageSchema),
  oneUse: z._default(z.boolean(), false),
  expiresInS: z._default(z.number().check(z.int(), z.minimum(60), z.maximum(90 * 24 * 3600)), weekS),
});
export type StartLinkBody = z.infer<typeof startLinkBodySchema>;

export const startLinkResponseSchema = z.object({ url: text(8000), expiresAt: dateTime });
export type StartLinkResponse = z.infer<typeof startLinkResponseSchema>;

/** Without script, a search for a tool is sent with the form around it, so that nothing typed is lost. */
const toolSearchFields = {
  q: z._default(text(200), ''),
  /** The button that was pressed, if it was one of the search. */
  search: z.optional(z.enum(['query', 'all'])),
  /** The query of the page, if Enter was pressed. */
  searched: z.optional(text(200)),
  /** Parameters of the page. */
  kept: z._default(text(16_000), ''),
};
export type ToolSearchFields = z.infer<z.ZodMiniObject<typeof toolSearchFields>>;

export const startFormSchema = z.object({
  ...toolSearchFields,
  attempt: z.uuid(),
  source_tool: z._default(text(500), ''),
  link: z.optional(text(12_000)),
  destination_username: z._default(text(1000), ''),
  contact_email: z.optional(text(1000)),
  language: z.optional(languageSchema),
  /** Hidden from people: only bots fill it in. */
  website: z._default(text(1000), ''),
  /** An attempt without a response, which the customer replaces. */
  again: z.optional(z.uuid()),
});
export type StartFormFields = Omit<z.infer<typeof startFormSchema>, keyof ToolSearchFields>;

export const startAgainFormSchema = z.object({
  link: text(12_000),
  attempt: z.uuid(),
  language: z.optional(languageSchema),
});

export const requestFullFormSchema = z.object({
  link: text(12_000),
  message: z._default(text(4000), ''),
  language: z.optional(languageSchema),
});

export const fullMigrationFormSchema = z.object({
  ...toolSearchFields,
  username: z._default(text(1000), ''),
  /** A tile, or the name of a tool that is not in the list. */
  tool: z._default(z.array(text(500)).check(z.maxLength(2)), []),
  message: z._default(text(3500), ''),
  website: z._default(text(1000), ''),
  language: z.optional(languageSchema),
  /** From the operator's link. An id proves nothing, but helps with matching. */
  reference: z._default(text(200), ''),
});
export type FullMigrationForm = z.infer<typeof fullMigrationFormSchema>;

/** From the page of a migration with its link, and an address if none is known; from the start page with the address. */
export const sendLinkFormSchema = z.object({
  link: z.optional(text(12_000)),
  email: z._default(text(1000), ''),
  language: z.optional(languageSchema),
  /** Hidden from people: only bots fill it in. */
  website: z._default(text(1000), ''),
});

export const migrationVersionSchema = z.object({ version: text(100) });
export const migrationLinkParamsSchema = z.object({ link: text(12_000) });
