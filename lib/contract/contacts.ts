import * as z from 'zod/mini';
import { dateTime, text } from './base-schemas';
import { maxMailAddressLength } from './mail-address';
import { languageSchema } from './start';

/** Why a customer gets no e-mails. `none`: no address is known. */
const contactProblems = ['none', 'unconfirmed', 'unsubscribed', 'bounced'] as const;
export type ContactProblem = (typeof contactProblems)[number];

/** Where the customer of an import is written to. */
export const contactSchema = z.object({
  email: z.nullable(text(maxMailAddressLength)),
  /** Null if no address is known. */
  source: z.nullable(z.enum(['username', 'customer', 'staff'])),
  state: z.enum(['active', ...contactProblems]),
  language: z.nullable(languageSchema),
  confirmedAt: z.nullable(dateTime),
  unsubscribedAt: z.nullable(dateTime),
  bouncedAt: z.nullable(dateTime),
  bounceReason: text(1000),
  /** When we last wrote to ask for confirmation. */
  askedAt: z.nullable(dateTime),
});
export type Contact = z.infer<typeof contactSchema>;

/** Null removes the given address, so that the username is used again. Without a language, it stays. */
export const contactBodySchema = z.strictObject({
  email: z.nullable(text(1000)),
  language: z.optional(languageSchema),
});

export const contactTokenSchema = z.object({ token: text(12_000) });

export const confirmFormSchema = z.object({ token: text(12_000), language: z.optional(languageSchema) });

export const unsubscribeFormSchema = z.object({
  token: text(12_000),
  undo: z.optional(z.literal('1')),
  language: z.optional(languageSchema),
});
