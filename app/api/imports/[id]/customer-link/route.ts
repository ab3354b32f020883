import { importParamsSchema, redirectUrlResponseSchema } from '@/lib/contract/imports';
import { route } from '@/lib/server';
import { shareMigrationLink } from '@/lib/start/share-migration-link';

/** A POST, because every link created is logged. */
export const POST = route(
  { id: 'imports.customer-link', params: importParamsSchema, response: redirectUrlResponseSchema },
  async ({ landfall, caller, environment, params }) => ({
    url: await shareMigrationLink(landfall.start, { caller, environment, importId: params.id }),
  }),
);
