import { toolsResponseSchema, toolsQuerySchema } from '@/lib/contract/tools';
import { route } from '@/lib/server';
import { personOf } from '@/lib/service/person-of';

export const GET = route(
  { id: 'tools.list', query: toolsQuerySchema, response: toolsResponseSchema },
  ({ landfall, environment, query, caller }) =>
    landfall.tools.listSourceTools({
      environment,
      family: query.family,
      person: personOf(caller),
    }),
);
