import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { dismissBodySchema, doneSchema } from '@/lib/contract/sponsorship';
import { route } from '@/lib/server';
import { dismissFullRequest } from '@/lib/sponsorship/request-full-migration';

export const POST = route(
  { id: 'requests.dismiss', params: uuidParamsSchema, body: dismissBodySchema, response: doneSchema },
  async ({ landfall, caller, params, body }) => {
    await dismissFullRequest(landfall.sponsorship, { caller, requestId: params.id, reason: body.reason });
    return { done: true as const };
  },
);
