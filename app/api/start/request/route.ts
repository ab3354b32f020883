import { fullMigrationFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { route } from '@/lib/server';
import { fileUnmatchedRequest } from '@/lib/start/request-full-by-link';
import { keepTypedForm } from '@/lib/start/typed-form';

/** The same response for known and unknown names, so that guessing reveals nothing. */
export const POST = route(
  { id: 'start.request', body: fullMigrationFormSchema },
  async ({ landfall, caller, request, body }) => {
    const { language, ...fields } = body;
    const { username, tool, message, reference } = fields;
    const missing = [...(username.trim() === '' ? ['username'] : []), ...(tool.trim() === '' ? ['tool'] : [])];
    const filed = missing.length > 0 ? 'invalid' : await fileUnmatchedRequest(landfall.start, { caller, ...fields });
    if (filed === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.request', reason: 'refused as busy' });
    const typed =
      filed === 'filed'
        ? undefined
        : keepTypedForm(landfall.start, request.headers, { username, tool, message, reference });
    const query = new URLSearchParams({
      ...(language && { lang: language }),
      ...(filed === 'invalid' ? { problem: missing.join(',') } : { [filed === 'filed' ? 'sent' : 'busy']: '1' }),
      ...(typed && { form: typed.id }),
    });
    return redirectResponse(
      `/full-migration?${query.toString()}`,
      new Headers(typed && { 'set-cookie': typed.cookie }),
    );
  },
);
