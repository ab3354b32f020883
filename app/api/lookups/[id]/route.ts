import { bulkLookupParamsSchema, bulkLookupSchema } from '@/lib/contract/bulk-lookups';
import { readBulkLookup } from '@/lib/imports/lookup/bulk-lookup';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'lookups.read', params: bulkLookupParamsSchema, response: bulkLookupSchema },
  ({ landfall, environment, params }) => readBulkLookup(landfall.imports, environment, params.id),
);
