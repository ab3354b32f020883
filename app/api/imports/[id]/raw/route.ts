import { importParamsSchema, rawResponsesSchema } from '@/lib/contract/imports';
import { readRetention } from '@/lib/data-protection/retention';
import { readRawResponses } from '@/lib/imports/detail/read-raw-responses';
import { route } from '@/lib/server';
import { maskBody } from '@/lib/webhooks/mask-body';

export const GET = route(
  { id: 'imports.raw', params: importParamsSchema, response: rawResponsesSchema },
  ({ landfall, environment, params }) =>
    readRawResponses(landfall.imports, {
      environment,
      importId: params.id,
      mask: maskBody,
      readRawDays: async () => (await readRetention(landfall.database.db)).retention.rawDays,
    }),
);
