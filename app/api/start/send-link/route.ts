import { sentParam, writeSentParam } from '@/lib/contract/sent-param';
import { sendLinkFormSchema } from '@/lib/contract/start';
import { requestLinks } from '@/lib/outbox/links/request-links';
import { type SentLink, sendLink } from '@/lib/outbox/links/send-link';
import { route } from '@/lib/server';
import { keepTypedForm } from '@/lib/start/typed-form';
import { redirectToPage } from '../redirect-to-page';

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
      ...(result !== 'page' && { [sentParam]: writeSentParam(result, landfall.outbox.clock.now()) }),
    };
    const isShownAgain = result === 'invalid' || result === 'busy';
    const typed = isShownAgain ? keepTypedForm(landfall.start, request.headers, { link_email: email }) : undefined;
    const [page, section] = link === undefined ? ['/start', '#send-link'] : [`/m/${encodeURIComponent(link)}`, '#keep'];
    // Not with an invalid address: browsers ignore `autofocus` if the address of the page has a fragment.
    return redirectToPage(page, { language, params, typed, fragment: result === 'invalid' ? '' : section });
  },
);
