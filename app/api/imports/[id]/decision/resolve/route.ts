import { decisionSchema } from '@/lib/contract/decisions';
import { importParamsSchema } from '@/lib/contract/imports';
import { resolveBodySchema } from '@/lib/contract/sponsorship';
import { route } from '@/lib/server';
import { resolveDecision } from '@/lib/sponsorship/resolve-decision';

export const POST = route(
  { id: 'decision.resolve', params: importParamsSchema, body: resolveBodySchema, response: decisionSchema },
  ({ landfall, caller, environment, params, body }) =>
    resolveDecision(landfall.sponsorship, { caller, environment, importId: params.id, ...body }),
);
