import { decideBodySchema, decisionSchema } from '@/lib/contract/decisions';
import { importParamsSchema } from '@/lib/contract/imports';
import { route } from '@/lib/server';
import { decideSponsorship } from '@/lib/sponsorship/decide-sponsorship';

export const POST = route(
  { id: 'imports.accept', params: importParamsSchema, body: decideBodySchema, response: decisionSchema },
  ({ landfall, caller, environment, params, body }) =>
    decideSponsorship(landfall.sponsorship, { caller, environment, importId: params.id, kind: 'accept', body }),
);
