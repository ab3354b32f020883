import { brandingPreviewBodySchema, brandingPreviewSchema } from '@/lib/contract/branding';
import { previewBranding } from '@/lib/outbox/customers/preview-branding';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'branding.preview', body: brandingPreviewBodySchema, response: brandingPreviewSchema },
  ({ landfall, staff, body }) => previewBranding(landfall.outbox, { ...body, staffId: staff.id }),
);
