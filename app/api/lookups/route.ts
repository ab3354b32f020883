import { bulkLookupBodySchema, bulkLookupSchema } from '@/lib/contract/bulk-lookups';
import { accepted } from '@/lib/http/reply';
import { startBulkLookup } from '@/lib/imports/lookup/bulk-lookup';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'lookups.start', body: bulkLookupBodySchema, response: bulkLookupSchema, maxBodyBytes: 1_000_000 },
  async ({ landfall, caller, environment, body }) =>
    accepted(await startBulkLookup(landfall.imports, { caller, environment, usernames: body.usernames })),
);
