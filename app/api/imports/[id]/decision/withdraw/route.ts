import { decisionSchema } from '@/lib/contract/decisions';
import { importParamsSchema } from '@/lib/contract/imports';
import { withdrawBodySchema } from '@/lib/contract/sponsorship';
import { route } from '@/lib/server';
import { withdrawDecision } from '@/lib/sponsorship/resolve-decision';

export const POST = route(
  { id: 'decision.withdraw', params: importParamsSchema, body: withdrawBodySchema, response: decisionSchema },
  ({ landfall, caller, environment, params, body }) =>
    withdrawDecision(landfall.sponsorship, { caller, environment, importId: params.id, ...body }),
);
