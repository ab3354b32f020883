import { sentParam, writeSentParam } from '@/lib/contract/sent-param';
import { fullMigrationFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { rememberRequest } from '@/lib/start/own-requests';
import { fileUnmatchedRequest } from '@/lib/start/request-full-by-link';
import { keepTypedForm } from '@/lib/start/typed-form';
import { redirectToPage } from '../redirect-to-page';
import { isToolSearch, redirectToSearch } from '../redirect-to-search';

/** The same response for known and unknown names, so that guessing reveals nothing. */
export const POST = route(
  { id: 'start.request', body: fullMigrationFormSchema },
  async ({ landfall, caller, request, body }) => {
    const { language, ...rest } = body;
    const tool = rest.tool.join(', ');
    const fields = { ...rest, tool };
    const { username, message, reference } = fields;
    const keepTyped = () => keepTypedForm(landfall.start, request.headers, { username, tool, message, reference });
    if (isToolSearch(body)) return redirectToSearch('/full-migration', body, keepTyped());
    const missing = [...(tool.trim() === '' ? ['tool'] : []), ...(username.trim() === '' ? ['username'] : [])];
    const filed =
      missing.length > 0
        ? ({ kind: 'invalid' } as const)
        : await fileUnmatchedRequest(landfall.start, { caller, ...fields });
    if (filed.kind === 'filed') {
      const sent = writeSentParam('sent', landfall.start.clock.now());
      const response = redirectToPage('/full-migration', { language, params: { [sentParam]: sent } });
      response.headers.append('set-cookie', rememberRequest(landfall.start, request.headers, filed.id));
      return response;
    }
    if (filed.kind === 'page') return redirectToPage('/full-migration', { language });
    if (filed.kind === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.request', reason: 'refused as busy' });
    const params: Record<string, string> = filed.kind === 'busy' ? { busy: '1' } : { problem: missing.join(',') };
    return redirectToPage('/full-migration', { language, params, typed: keepTyped() });
  },
);
