import { policyVersionSchema, savePolicyBodySchema } from '@/lib/contract/policy';
import { route } from '@/lib/server';
import { savePolicy } from '@/lib/sponsorship/save-policy';
import { readCurrentPolicy } from '@/lib/store/sponsorship/policies';

export const GET = route({ id: 'policy.read', response: policyVersionSchema }, ({ landfall }) =>
  readCurrentPolicy(landfall.database.db),
);

export const PUT = route(
  { id: 'policy.save', body: savePolicyBodySchema, response: policyVersionSchema },
  ({ landfall, caller, body }) => savePolicy(landfall.sponsorship, { caller, ...body }),
);
