import { selectedImportsSchema, refreshResponseSchema } from '@/lib/contract/imports';
import { accepted } from '@/lib/http/reply';
import { refreshImports } from '@/lib/imports/lookup/refresh-imports';
import { route } from '@/lib/server';

/** Schedules polls; results arrive through the stream. */
export const POST = route(
  { id: 'imports.refresh', body: selectedImportsSchema, response: refreshResponseSchema, maxBodyBytes: 1_100_000 },
  async ({ landfall, environment, body }) => {
    const refreshed = await refreshImports(landfall.imports, { environment, ids: body.ids });
    landfall.wakePoller();
    return accepted(refreshed);
  },
);
