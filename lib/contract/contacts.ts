import { z } from 'zod';
import { dateTime, text } from './base-schemas';
import { maxMailAddressLength } from './mail-address';
import { languageSchema } from './start';

/** Why a customer gets no e-mails. `none`: no address is known. */
const contactProblems = ['none', 'unconfirmed', 'unsubscribed', 'bounced'] as const;
export type ContactProblem = (typeof contactProblems)[number];

/** Where the customer of an import is written to. */
export const contactSchema = z.object({
  email: text(maxMailAddressLength).nullable(),
  /** Null if no address is known. */
  source: z.enum(['username', 'customer', 'staff']).nullable(),
  state: z.enum(['active', ...contactProblems]),
  language: languageSchema.nullable(),
  confirmedAt: dateTime.nullable(),
  unsubscribedAt: dateTime.nullable(),
  bouncedAt: dateTime.nullable(),
  bounceReason: text(1000),
  /** When we last wrote to ask for confirmation. */
  askedAt: dateTime.nullable(),
});
export type Contact = z.infer<typeof contactSchema>;

/** Null removes the given address, so that the username is used again. What is omitted stays. */
export const contactBodySchema = z.strictObject({
  email: text(1000).nullable().optional(),
  language: languageSchema.optional(),
});

export const contactTokenSchema = z.object({ token: text(12_000) });

export const confirmFormSchema = z.object({ token: text(12_000), language: languageSchema.optional() });

export const unsubscribeFormSchema = z.object({
  token: text(12_000),
  undo: z.literal('1').optional(),
  language: languageSchema.optional(),
});
