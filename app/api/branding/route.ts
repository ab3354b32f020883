import { brandingVersionSchema, saveBrandingBodySchema } from '@/lib/contract/branding';
import { route } from '@/lib/server';
import { readBranding, saveBranding } from '@/lib/start/branding';

export const GET = route({ id: 'branding.read', response: brandingVersionSchema }, ({ landfall }) =>
  readBranding(landfall.database.db),
);

export const PUT = route(
  // A logo of up to 150,000 characters, plus the rest.
  { id: 'branding.save', body: saveBrandingBodySchema, response: brandingVersionSchema, maxBodyBytes: 200_000 },
  ({ landfall, caller, body }) => saveBranding(landfall, { caller, ...body }),
);
