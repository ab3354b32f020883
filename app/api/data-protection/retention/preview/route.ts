import { retentionPreviewSchema, retentionSchema } from '@/lib/contract/data-protection';
import { previewRetention } from '@/lib/data-protection/retention';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'retention.preview', body: retentionSchema, response: retentionPreviewSchema },
  ({ landfall, body }) => previewRetention(landfall.dataProtection, body),
);
