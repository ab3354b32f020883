import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { bulkRunSchema } from '@/lib/contract/bulk';
import { route } from '@/lib/server';
import { withdrawBulk } from '@/lib/sponsorship/withdraw-bulk';

export const POST = route(
  { id: 'bulk.withdraw', params: uuidParamsSchema, response: bulkRunSchema },
  ({ landfall, caller, params }) => withdrawBulk(landfall.sponsorship, { caller, id: params.id }),
);
