import * as z from 'zod/mini';
import './base-schemas';

/** Each role includes the one before it. */
export const roles = ['viewer', 'agent', 'approver', 'admin'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

export function roleAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
