import { eventParam } from '@/lib/contract/embed';
import { fullRequestParam, writeSentParam } from '@/lib/contract/sent-param';
import { requestFullFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { requestFullByLink } from '@/lib/start/request-full-by-link';
import { keepTypedForm } from '@/lib/start/typed-form';
import { redirectToPage } from '../redirect-to-page';

export const POST = route(
  { id: 'start.ask', body: requestFullFormSchema },
  async ({ landfall: { start }, caller, request, body }) => {
    const { link, language, message } = body;
    const result = await requestFullByLink(start, { caller, linkToken: link, message });
    const page = `/m/${encodeURIComponent(link)}`;
    if (result === 'asked') return redirectToPage(page, { language, params: { [eventParam]: 'requested' } });
    if (message === '') return redirectToPage(page, { language });
    const params = { [fullRequestParam]: writeSentParam('unavailable', start.clock.now()) };
    const typed = keepTypedForm(start, request.headers, { request_message: message });
    return redirectToPage(page, { language, params, typed });
  },
);
