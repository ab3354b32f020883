import { bulkPreviewBodySchema, bulkPreviewSchema } from '@/lib/contract/bulk';
import { route } from '@/lib/server';
import { previewBulk } from '@/lib/sponsorship/bulk-decisions';

export const POST = route(
  { id: 'bulk.preview', body: bulkPreviewBodySchema, response: bulkPreviewSchema },
  ({ landfall, environment, body }) => previewBulk(landfall.sponsorship, { environment, ...body }),
);
