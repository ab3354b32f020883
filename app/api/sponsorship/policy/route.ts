import { policyVersionSchema, savePolicyBodySchema } from '@/lib/contract/policy';
import { route } from '@/lib/server';
import { savePolicy } from '@/lib/sponsorship/save-policy';
import { currentPolicy } from '@/lib/store/policies';

export const GET = route({ id: 'policy.read', answer: policyVersionSchema }, ({ landfall }) =>
  currentPolicy(landfall.database.db),
);

export const PUT = route(
  { id: 'policy.save', body: savePolicyBodySchema, answer: policyVersionSchema },
  ({ landfall, caller, body }) => savePolicy(landfall.sponsorship, { caller, ...body }),
);
