import { bulkBodySchema, bulkRunSchema } from '@/lib/contract/bulk';
import { accepted } from '@/lib/http/reply';
import { route } from '@/lib/server';
import { startBulk } from '@/lib/sponsorship/bulk-decisions';

export const POST = route(
  { id: 'bulk.start', body: bulkBodySchema, response: bulkRunSchema },
  async ({ landfall, caller, environment, body }) =>
    accepted(await startBulk(landfall.sponsorship, { caller, environment, body })),
);
