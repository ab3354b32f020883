import { bulkPreviewBodySchema, bulkPreviewSchema } from '@/lib/contract/bulk';
import { route } from '@/lib/server';
import { previewBulk } from '@/lib/sponsorship/decide-in-bulk';

export const POST = route(
  { id: 'bulk.preview', body: bulkPreviewBodySchema, answer: bulkPreviewSchema },
  ({ landfall, environment, body }) => previewBulk(landfall.sponsorship, { environment, ...body }),
);
