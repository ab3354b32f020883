import type { Role } from '@/lib/contract/roles';

/** What each role may do, in the words of the invite dialog. */
export const roleDescriptions: Record<Role, string> = {
  viewer: 'reads everything',
  agent: 'also creates imports and customer links',
  approver: 'also decides sponsorship',
  admin: 'also manages staff, policy, webhooks and audit',
};
