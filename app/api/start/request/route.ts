import { fullMigrationFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { route } from '@/lib/server';
import { fileUnmatchedRequest } from '@/lib/start/request-full-by-link';

/** The same response for known and unknown names, so that guessing reveals nothing. */
export const POST = route(
  { id: 'start.request', body: fullMigrationFormSchema },
  async ({ landfall, caller, body }) => {
    const { language, ...fields } = body;
    const filed = await fileUnmatchedRequest(landfall.start, { caller, ...fields });
    if (filed === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.request', reason: 'refused as busy' });
    const query = new URLSearchParams({
      ...(language && { lang: language }),
      [filed === 'filed' ? 'sent' : 'busy']: '1',
    });
    return redirectResponse(`/full-migration?${query.toString()}`);
  },
);
