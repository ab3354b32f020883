import { currentPolicySchema, savePolicyBodySchema } from '@/lib/contract/policy';
import { accepted } from '@/lib/http/reply';
import { route } from '@/lib/server';
import { readPolicyWithPending } from '@/lib/sponsorship/read-policy';
import { savePolicy } from '@/lib/sponsorship/save-policy';

export const GET = route({ id: 'policy.read', response: currentPolicySchema }, ({ landfall, staff }) =>
  readPolicyWithPending(landfall.database.db, staff, landfall.clock.now()),
);

export const PUT = route(
  { id: 'policy.save', body: savePolicyBodySchema, response: currentPolicySchema },
  async ({ landfall, caller, body }) => {
    const saved = await savePolicy(landfall.sponsorship, { caller, ...body });
    return saved.pending === null ? saved : accepted(saved);
  },
);
