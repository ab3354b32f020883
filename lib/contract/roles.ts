/** Each role includes the one before it. */
export const roles = ['viewer', 'agent', 'approver', 'admin'] as const;
export type Role = (typeof roles)[number];

export function roleAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
