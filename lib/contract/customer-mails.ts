import { z } from 'zod';
import { count, dateTime, text } from './base-schemas';
import { byLanguage } from './languages';
import { mailTemplateProblems, maxTextCharacters } from './mail-templates';
import { customerEventSchema, mailModes, type CustomerEvent } from './outbox';
import { languageSchema } from './start';

const templateSchema = z.object({ subject: text(1000), text: text(2 * maxTextCharacters) });

const checkedTemplateSchema = templateSchema.check(({ value, issues }) => {
  for (const { field, message } of mailTemplateProblems(value)) {
    issues.push({ code: 'custom', path: [field], message, input: value });
  }
});

/** One entry per event. */
function byEvent<Schema extends z.ZodType>(schema: Schema) {
  return z.object({
    started: schema,
    action_needed: schema,
    sample_ready: schema,
    request_received: schema,
    accepted: schema,
    rejected: schema,
    full_started: schema,
    completed: schema,
    undone: schema,
  } satisfies Record<CustomerEvent, Schema>);
}

const inAllLanguages = <Schema extends z.ZodType>(schema: Schema) => z.object(byLanguage(() => schema));

/** What is sent, and with which texts. Version 0 is what we ship. */
export const mailSettingsSchema = z.object({
  version: count,
  enabled: byEvent(z.boolean()),
  templates: inAllLanguages(byEvent(templateSchema)),
});
export type MailSettings = z.infer<typeof mailSettingsSchema>;

/** E-mails that wait because the mail server does not take them, with its own words. */
const mailProblemSchema = z.object({
  count,
  sinceAt: dateTime.nullable(),
  reason: text(4000),
  error: text(4000),
});
export type MailProblem = z.infer<typeof mailProblemSchema>;

export const mailSettingsWithProblemSchema = mailSettingsSchema.extend({ problem: mailProblemSchema.nullable() });

export const saveMailSettingsBodySchema = z.object({
  enabled: byEvent(z.boolean()),
  templates: inAllLanguages(byEvent(checkedTemplateSchema)),
  basedOn: count,
});

/** A draft with sample facts. */
export const mailPreviewBodySchema = z.object({
  event: customerEventSchema,
  language: languageSchema,
  template: checkedTemplateSchema,
});
export type MailPreviewBody = z.infer<typeof mailPreviewBodySchema>;

/** In the HTML the logo is `cid:logo`; `logo` is its address. */
export const mailPreviewSchema = z.object({
  subject: text(1000),
  html: text(200_000),
  text: text(100_000),
  logo: text(200).nullable(),
});
export type MailPreview = z.infer<typeof mailPreviewSchema>;

export const mailTestSchema = z.object({ recipient: text(320), mode: z.enum(mailModes) });
