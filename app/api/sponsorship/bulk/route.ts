import { bulkBodySchema, bulkRunSchema } from '@/lib/contract/bulk';
import { accepted } from '@/lib/http/reply';
import { route } from '@/lib/server';
import { startBulk } from '@/lib/sponsorship/decide-in-bulk';

export const POST = route(
  { id: 'bulk.start', body: bulkBodySchema, answer: bulkRunSchema },
  async ({ landfall, caller, environment, body }) =>
    accepted(await startBulk(landfall.sponsorship, { caller, environment, body })),
);
