import { currentPolicySchema, pendingPolicyBodySchema } from '@/lib/contract/policy';
import { route } from '@/lib/server';
import { cancelPolicy } from '@/lib/sponsorship/cancel-policy';

export const POST = route(
  { id: 'policy.cancel', body: pendingPolicyBodySchema, response: currentPolicySchema },
  ({ landfall, caller, body }) => cancelPolicy(landfall.sponsorship, { caller, ...body }),
);
