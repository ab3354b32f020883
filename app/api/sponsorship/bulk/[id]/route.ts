import * as z from 'zod/mini';
import { bulkRunSchema } from '@/lib/contract/bulk';
import { route } from '@/lib/server';
import { readBulk } from '@/lib/sponsorship/decide-in-bulk';

export const GET = route(
  { id: 'bulk.read', params: z.object({ id: z.uuid() }), answer: bulkRunSchema },
  ({ landfall, params }) => readBulk(landfall.sponsorship, params.id),
);
