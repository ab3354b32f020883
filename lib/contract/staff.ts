import * as z from 'zod/mini';
import { roleSchema } from './roles';
import { count, dateTime, text } from './base-schemas';

const emailSchema = text(254).check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/, 'Is not an e-mail address'),
);

export const staffEntrySchema = z.object({
  id: text(100),
  email: text(320),
  name: text(300),
  role: roleSchema,
  /** How they sign in. `demo` exists only in the embedded default. */
  source: z.enum(['local', 'oidc', 'demo']),
  /** The company directory decides the role at each sign-in, so it cannot be changed here. */
  roleFromDirectory: z.boolean(),
  disabled: z.boolean(),
  createdAt: dateTime,
  lastSeenAt: z.nullable(dateTime),
  liveSessions: count,
});
export type StaffEntry = z.infer<typeof staffEntrySchema>;

export const staffListSchema = z.object({
  staff: z.array(staffEntrySchema).check(z.maxLength(5000)),
  ways: z.array(z.enum(['local', 'oidc'])),
});
export type StaffList = z.infer<typeof staffListSchema>;

export const addStaffBodySchema = z.object({
  email: emailSchema,
  name: z._default(text(200).check(z.trim()), ''),
  role: roleSchema,
  /** `local` generates a password; `oidc` uses the company account. */
  way: z._default(z.enum(['local', 'oidc']), 'local'),
});
export type AddStaffBody = z.infer<typeof addStaffBodySchema>;

/** The password is shown once, to the admin, and not stored. */
export const staffWithPasswordSchema = z.object({ id: text(100), email: text(320), password: z.nullable(text(200)) });
export type StaffWithPassword = z.infer<typeof staffWithPasswordSchema>;

export const staffParamsSchema = z.object({ id: text(100) });

export const changeStaffBodySchema = z.object({ role: z.optional(roleSchema), disabled: z.optional(z.boolean()) });
export type ChangeStaffBody = z.infer<typeof changeStaffBodySchema>;

export const signedOutSchema = z.object({ ended: count });

export const demoAccountSchema = z.object({ email: text(320), role: roleSchema, password: text(200) });
export type DemoAccount = z.infer<typeof demoAccountSchema>;
