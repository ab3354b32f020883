import { z } from 'zod';
import { count, dateTime, text } from './base-schemas';
import {
  choiceProblems,
  notificationRuleProblems,
  ruleChannels,
  ruleEnvironments,
  ruleSchedules,
  type RuleProblem,
} from './notification-rule-problems';
import { mailModes, messageStates, staffEventSchema } from './outbox';

const lastMessageSchema = z
  .object({
    state: z.enum(messageStates),
    at: dateTime,
    /** Why it was not sent, or why the last attempt failed. */
    reason: text(2000),
  })
  .nullable();
export type LastMessage = z.infer<typeof lastMessageSchema>;

/** The URL and the secrets are never shown again. */
const notificationRuleSchema = z.object({
  id: text(100),
  name: text(200),
  events: z.array(staffEventSchema),
  environment: z.enum(ruleEnvironments),
  channel: z.enum(ruleChannels),
  addresses: z.array(text(300)),
  targetHost: text(300).nullable(),
  /** Two while the receiver switches from the old one to the new one. */
  secrets: count,
  schedule: z.enum(ruleSchedules),
  time: text(50).nullable(),
  zone: text(100).nullable(),
  enabled: z.boolean(),
  version: count,
  by: text(500),
  at: dateTime,
  lastMessage: lastMessageSchema,
});
export type NotificationRule = z.infer<typeof notificationRuleSchema>;

export const notificationRulesSchema = z.object({
  rules: z.array(notificationRuleSchema),
  /** NOTIFY_URL, which only the settings of the server change. */
  notifyUrl: z.object({ host: text(300), lastMessage: lastMessageSchema }).nullable(),
  mail: z.enum(mailModes),
});
export type NotificationRules = z.infer<typeof notificationRulesSchema>;

/** The secret is shown this once. */
export const savedNotificationRuleSchema = z.object({ rule: notificationRuleSchema, secret: text(200).nullable() });
export type SavedNotificationRule = z.infer<typeof savedNotificationRuleSchema>;

const report = (problems: readonly RuleProblem[], input: unknown, issues: z.core.$ZodRawIssue[]) => {
  for (const { field, message } of problems) issues.push({ code: 'custom', path: [field], message, input });
};

const fields = {
  // Longer than allowed, so that the message is ours.
  events: z.array(staffEventSchema).max(20),
  environment: z.enum(ruleEnvironments),
  schedule: z.enum(ruleSchedules),
  time: text(100).nullable(),
  zone: text(200).nullable(),
  enabled: z.boolean(),
};

const ruleInput = {
  ...fields,
  name: text(1000),
  channel: z.enum(ruleChannels),
  addresses: z.array(text(1000)).max(1000),
  /** Null keeps the stored one, and is what e-mail has. */
  url: text(10_000).nullable(),
};

export const createRuleBodySchema = z
  .object(ruleInput)
  .check(({ value, issues }) => report(notificationRuleProblems(value), value, issues));
export type CreateRuleBody = z.infer<typeof createRuleBodySchema>;

export const changeRuleBodySchema = z
  .object({ ...ruleInput, version: count })
  .check(({ value, issues }) => report(notificationRuleProblems(value), value, issues));
export type ChangeRuleBody = z.infer<typeof changeRuleBodySchema>;

/** The version that the person was shown. */
export const ruleVersionSchema = z.object({ version: count });

/** What a person wants to be e-mailed about, at their own address. */
const choiceSchema = z.object(fields);
export type NotificationChoice = z.infer<typeof choiceSchema>;

export const saveChoiceBodySchema = choiceSchema.check(({ value, issues }) =>
  report(choiceProblems(value), value, issues),
);

export const accountNotificationsSchema = z.object({
  email: text(320),
  /** The events that the role may see. */
  events: z.array(staffEventSchema),
  choice: choiceSchema,
  mail: z.enum(mailModes),
  lastMessage: lastMessageSchema,
});
export type AccountNotifications = z.infer<typeof accountNotificationsSchema>;
