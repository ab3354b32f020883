import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { doneSchema } from '@/lib/contract/sponsorship';
import { handleToolRequestBodySchema } from '@/lib/contract/tool-requests';
import { route } from '@/lib/server';
import { handleToolRequest } from '@/lib/start/handle-tool-request';

export const POST = route(
  { id: 'tool-requests.handle', params: uuidParamsSchema, body: handleToolRequestBodySchema, response: doneSchema },
  async ({ landfall, caller, params, body }) => {
    await handleToolRequest(landfall.start, { caller, id: params.id, note: body.note });
    return { done: true as const };
  },
);
