import { importParamsSchema } from '@/lib/contract/imports';
import { importSponsorshipSchema } from '@/lib/contract/sponsorship';
import { LandfallError } from '@/lib/core/errors';
import { route } from '@/lib/server';
import { readImportSponsorship } from '@/lib/sponsorship/read-import-sponsorship';

export const GET = route(
  { id: 'imports.sponsorship', params: importParamsSchema, response: importSponsorshipSchema },
  async ({ landfall, environment, params }) => {
    const shown = await readImportSponsorship(landfall.sponsorship, { environment, importId: params.id });
    if (!shown) throw new LandfallError('not_found');
    return shown;
  },
);
