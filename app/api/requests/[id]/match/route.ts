import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { doneSchema, matchBodySchema } from '@/lib/contract/sponsorship';
import { route } from '@/lib/server';
import { matchFullRequest } from '@/lib/sponsorship/request-full-migration';

export const POST = route(
  { id: 'requests.match', params: uuidParamsSchema, body: matchBodySchema, response: doneSchema },
  async ({ landfall, caller, params, body }) => {
    await matchFullRequest(landfall.sponsorship, { caller, requestId: params.id, importId: body.importId });
    return { done: true as const };
  },
);
