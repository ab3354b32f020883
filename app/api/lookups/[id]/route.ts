import { bulkLookupParamsSchema, bulkLookupSchema } from '@/lib/contract/bulk-lookups';
import { readBulkLookup } from '@/lib/imports/bulk-lookup';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'lookups.read', params: bulkLookupParamsSchema, answer: bulkLookupSchema },
  ({ landfall, environment, params }) => readBulkLookup(landfall.record, environment, params.id),
);
