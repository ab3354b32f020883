import { sendLinkFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { requestLinks } from '@/lib/outbox/links/request-links';
import { type SentLink, sendLink } from '@/lib/outbox/links/send-link';
import { route } from '@/lib/server';

/** From the start page, the response is the same for known and unknown addresses. The page says what became of it. */
export const POST = route({ id: 'start.send-link', body: sendLinkFormSchema }, async ({ landfall, caller, body }) => {
  const { link, email, website, language = null } = body;
  const result: SentLink =
    link === undefined
      ? await requestLinks(landfall.outbox, { caller, email, website, language })
      : await sendLink(landfall.outbox, { caller, linkToken: link, email, language });
  if (result === 'busy')
    await landfall.auth.recordDeniedCall({ caller, route: 'start.send-link', reason: 'refused as busy' });
  const lang = language && { lang: language };
  if (link === undefined) return redirectTo('/start', { ...lang, ...startParams[result] });
  const sent = result === 'page' ? {} : { sent: result === 'sent' ? '1' : result };
  return redirectTo(`/m/${encodeURIComponent(link)}`, { ...lang, ...sent }, '#keep');
});

/** What the start page understands. */
const startParams: Partial<Record<SentLink, Record<string, string>>> = {
  sent: { sent: '1' },
  invalid: { missing: 'email' },
  busy: { busy: '1' },
};

function redirectTo(path: string, params: Record<string, string>, hash = ''): Response {
  const query = new URLSearchParams(params).toString();
  return redirectResponse(`${path}${query === '' ? '' : `?${query}`}${hash}`);
}
