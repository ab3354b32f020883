import { migrationLinkParamsSchema, migrationVersionSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { readVisitorId } from '@/lib/http/visitor-cookie';
import { readVersion } from '@/lib/start/read-version';

/** For the open page of a migration, which reloads when the version changes. */
export const GET = route(
  { id: 'migration.version', params: migrationLinkParamsSchema, response: migrationVersionSchema },
  async ({ landfall, request, params }) => {
    const visitorId = readVisitorId(request.headers.get('cookie'), landfall.settings.publicOrigin);
    return { version: await readVersion(landfall.start, params.link, visitorId) };
  },
);
