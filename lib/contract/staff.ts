import { z } from 'zod';
import { count, dateTime, roleSchema, text } from './base-schemas';

const emailSchema = text(254)
  .trim()
  .toLowerCase()
  .regex(/^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/, 'Enter a valid e-mail address');

export const staffEntrySchema = z.object({
  id: text(100),
  email: text(320),
  name: text(300),
  role: roleSchema,
  /** How they sign in. `demo` exists only in the embedded default. */
  source: z.enum(['local', 'oidc', 'demo']),
  /** The company directory sets the role at each company sign-in. It can only be lowered here. */
  roleFromDirectory: z.boolean(),
  disabled: z.boolean(),
  createdAt: dateTime,
  lastSeenAt: dateTime.nullable(),
  liveSessions: count,
  /** A local account whose owner has not chosen a password yet. */
  needsPassword: z.boolean(),
  /** Admins who were shown a link of this account and so count as one person with it; null if there are none. */
  onePersonWith: z.object({ names: z.array(text(320)), until: dateTime, mayConfirm: z.boolean() }).nullable(),
});
export type StaffEntry = z.infer<typeof staffEntrySchema>;

export const staffListSchema = z.object({
  staff: z.array(staffEntrySchema).max(5000),
  ways: z.array(z.enum(['local', 'oidc'])),
});
export type StaffList = z.infer<typeof staffListSchema>;

/** Some of those who can change a role. */
export const adminNamesSchema = z.object({ names: z.array(text(320)).max(5) });
export type AdminNames = z.infer<typeof adminNamesSchema>;

export const addStaffBodySchema = z.object({
  email: emailSchema,
  name: text(200).trim().default(''),
  role: roleSchema,
  /** `local` creates a link at which the owner chooses a password; `oidc` uses the company account. */
  way: z.enum(['local', 'oidc']).default('local'),
});
export type AddStaffBody = z.infer<typeof addStaffBodySchema>;

/** Shown once, and only its hash is stored. The owner chooses a password there. Works once. */
const accountLinkSchema = z.object({ url: text(2000), expiresAt: dateTime });
export type AccountLink = z.infer<typeof accountLinkSchema>;

/** The link is null for company accounts and if a command set the password. */
export const staffWithLinkSchema = z.object({ id: text(100), email: text(320), link: accountLinkSchema.nullable() });
export type StaffWithLink = z.infer<typeof staffWithLinkSchema>;

export const setPasswordFormSchema = z.object({ token: text(200), password: text(1000), repeated: text(1000) });

/** The first admin, created with the code from the terminal. */
export const setupFormSchema = z.object({ code: text(100), email: text(320), name: text(200).default('') });

export const staffParamsSchema = z.object({ id: text(100) });

export const changeStaffBodySchema = z.object({ role: roleSchema.optional(), disabled: z.boolean().optional() });
export type ChangeStaffBody = z.infer<typeof changeStaffBodySchema>;

export const signedOutSchema = z.object({ ended: count });

export const demoAccountSchema = z.object({ email: text(320), role: roleSchema, password: text(200) });
export type DemoAccount = z.infer<typeof demoAccountSchema>;
