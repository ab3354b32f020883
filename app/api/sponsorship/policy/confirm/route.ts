import { currentPolicySchema, pendingPolicyBodySchema } from '@/lib/contract/policy';
import { route } from '@/lib/server';
import { confirmPolicy } from '@/lib/sponsorship/confirm-policy';

export const POST = route(
  { id: 'policy.confirm', body: pendingPolicyBodySchema, response: currentPolicySchema },
  ({ landfall, caller, body }) => confirmPolicy(landfall.sponsorship, { caller, ...body }),
);
