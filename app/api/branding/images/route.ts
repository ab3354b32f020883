import { brandImageSchema, uploadImageBodySchema } from '@/lib/contract/branding';
import { created } from '@/lib/http/reply';
import { route } from '@/lib/server';
import { uploadBrandImage } from '@/lib/start/brand-images';

export const POST = route(
  // A logo of 100 kB has 133,336 characters.
  { id: 'branding.upload', body: uploadImageBodySchema, response: brandImageSchema, maxBodyBytes: 150_000 },
  async ({ landfall, caller, body }) => created(await uploadBrandImage(landfall, { caller, ...body })),
);
