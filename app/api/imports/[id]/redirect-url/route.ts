import { importParamsSchema, redirectUrlResponseSchema } from '@/lib/contract/imports';
import { revealRedirectUrl } from '@/lib/imports/detail/reveal-redirect-url';
import { route } from '@/lib/server';

/** A POST, because every view is logged. */
export const POST = route(
  { id: 'imports.reveal-link', params: importParamsSchema, response: redirectUrlResponseSchema },
  async ({ landfall, caller, environment, params }) => ({
    url: await revealRedirectUrl(landfall.creation, { caller, environment, importId: params.id }),
  }),
);
