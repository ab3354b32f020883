import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { bulkRunSchema } from '@/lib/contract/bulk';
import { route } from '@/lib/server';
import { readBulk } from '@/lib/sponsorship/bulk-decisions';

export const GET = route(
  { id: 'bulk.read', params: uuidParamsSchema, response: bulkRunSchema },
  ({ landfall, params }) => readBulk(landfall.sponsorship, params.id),
);
