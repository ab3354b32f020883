import { policyVersionSchema, savePolicyBodySchema } from '@/lib/contract/policy';
import { route } from '@/lib/server';
import { readPolicy } from '@/lib/sponsorship/read-policy';
import { savePolicy } from '@/lib/sponsorship/save-policy';

export const GET = route({ id: 'policy.read', response: policyVersionSchema }, ({ landfall }) =>
  readPolicy(landfall.sponsorship),
);

export const PUT = route(
  { id: 'policy.save', body: savePolicyBodySchema, response: policyVersionSchema },
  ({ landfall, caller, body }) => savePolicy(landfall.sponsorship, { caller, ...body }),
);
