import { brandingVersionSchema, saveBrandingBodySchema } from '@/lib/contract/branding';
import { route } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { saveBranding } from '@/lib/start/save-branding';

export const GET = route({ id: 'branding.read', response: brandingVersionSchema }, ({ landfall }) =>
  readBranding(landfall.database.db, []),
);

export const PUT = route(
  { id: 'branding.save', body: saveBrandingBodySchema, response: brandingVersionSchema },
  ({ landfall, caller, body }) => saveBranding(landfall, { caller, ...body }),
);
