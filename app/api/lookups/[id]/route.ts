import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { bulkLookupSchema } from '@/lib/contract/bulk-lookups';
import { readBulkLookup } from '@/lib/imports/lookup/bulk-lookup';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'lookups.read', params: uuidParamsSchema, response: bulkLookupSchema },
  ({ landfall, environment, params }) => readBulkLookup(landfall.imports, environment, params.id),
);
