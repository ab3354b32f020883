import { toolsResponseSchema, toolsQuerySchema } from '@/lib/contract/tools';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'tools.list', query: toolsQuerySchema, response: toolsResponseSchema },
  ({ landfall, environment, query, requestId }) =>
    landfall.tools.listSourceTools({ environment, family: query.family, requestId }),
);
