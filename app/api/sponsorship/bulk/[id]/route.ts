import { z } from 'zod';
import { bulkRunSchema } from '@/lib/contract/bulk';
import { route } from '@/lib/server';
import { readBulk } from '@/lib/sponsorship/bulk-decisions';

export const GET = route(
  { id: 'bulk.read', params: z.object({ id: z.uuid() }), response: bulkRunSchema },
  ({ landfall, params }) => readBulk(landfall.sponsorship, params.id),
);
