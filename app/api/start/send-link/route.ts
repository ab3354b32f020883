import { sendLinkFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { requestLinks } from '@/lib/outbox/links/request-links';
import { sendLink } from '@/lib/outbox/links/send-link';
import { route } from '@/lib/server';

/** From the start page, the response is the same for known and unknown addresses. The page says what became of it. */
export const POST = route({ id: 'start.send-link', body: sendLinkFormSchema }, async ({ landfall, caller, body }) => {
  const { link, email, website, language = null } = body;
  const result =
    link === undefined
      ? await requestLinks(landfall.outbox, { caller, email, website, language })
      : await sendLink(landfall.outbox, { caller, linkToken: link, email, language });
  if (result === 'busy')
    await landfall.auth.recordDeniedCall({ caller, route: 'start.send-link', reason: 'refused as busy' });
  const query = new URLSearchParams({
    ...(language && { lang: language }),
    ...(result !== 'page' && { sent: result === 'sent' ? '1' : result }),
  }).toString();
  const page = link === undefined ? '/start' : `/m/${encodeURIComponent(link)}`;
  return redirectResponse(`${page}${query === '' ? '' : `?${query}`}${link === undefined ? '' : '#keep'}`);
});
