import { sentParam, writeSentParam } from '@/lib/contract/sent-param';
import { sendLinkFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { requestLinks } from '@/lib/outbox/links/request-links';
import { type SentLink, sendLink } from '@/lib/outbox/links/send-link';
import { route } from '@/lib/server';
import { keepTypedForm } from '@/lib/start/typed-form';

/** From the start page, the response is the same for known and unknown addresses. The page shows the result. */
export const POST = route(
  { id: 'start.send-link', body: sendLinkFormSchema },
  async ({ landfall, caller, request, body }) => {
    const { link, email, website, language = null } = body;
    const result: SentLink =
      link === undefined
        ? await requestLinks(landfall.outbox, { caller, email, website, language })
        : await sendLink(landfall.outbox, { caller, linkToken: link, email, language });
    if (result === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.send-link', reason: 'refused as busy' });
    const params = {
      ...(language && { lang: language }),
      ...(result !== 'page' && { [sentParam]: writeSentParam(result, landfall.outbox.clock.now()) }),
    };
    if (link !== undefined) return redirectTo(`/m/${encodeURIComponent(link)}`, params, '#keep');
    if (result === 'sent') return redirectTo('/start', params, '#send-link');
    const typed = keepTypedForm(landfall.start, request.headers, { link_email: email });
    // Not with an invalid address: browsers ignore `autofocus` if the address of the page has a fragment.
    const fragment = result === 'invalid' ? '' : '#send-link';
    return redirectTo('/start', { ...params, form: typed.id }, fragment, { 'set-cookie': typed.cookie });
  },
);

function redirectTo(path: string, params: Record<string, string>, fragment: string, headers = {}): Response {
  const query = new URLSearchParams(params).toString();
  return redirectResponse(`${path}${query === '' ? '' : `?${query}`}${fragment}`, new Headers(headers));
}
