import { importParamsSchema } from '@/lib/contract/import-params';
import { redirectUrlAnswerSchema } from '@/lib/contract/imports';
import { route } from '@/lib/server';
import { handOutMigrationLink } from '@/lib/start/hand-out-migration-link';

/** The link to the customer's own page with us. A POST, since each handing out is written down. */
export const POST = route(
  { id: 'imports.customer-link', params: importParamsSchema, answer: redirectUrlAnswerSchema },
  async ({ landfall, caller, environment, params }) => ({
    url: await handOutMigrationLink(landfall.start, { caller, environment, importId: params.id }),
  }),
);
