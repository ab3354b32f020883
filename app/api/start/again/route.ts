import { asCustomer } from '@/lib/contract/caller';
import { retryParam, writeSentParam } from '@/lib/contract/sent-param';
import { startAgainFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { startAgain } from '@/lib/start/start-again';
import { redirectAfterStart } from '../redirect-after-start';
import { redirectToPage } from '../redirect-to-page';

/** The first import's redirect URL was lost, so the customer starts a second one. */
export const POST = route(
  { id: 'start.again', body: startAgainFormSchema },
  async ({ landfall, caller, request, body }) => {
    const started = await startAgain(landfall.start, {
      caller: asCustomer(caller),
      linkToken: body.link,
      attempt: body.attempt,
    });
    if (started.kind === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.again', reason: 'refused as busy' });
    const page = `/m/${encodeURIComponent(body.link)}`;
    const { language } = body;
    if (started.kind === 'busy' || started.kind === 'back') {
      const result = started.kind === 'busy' ? 'busy' : 'unavailable';
      const params = { [retryParam]: writeSentParam(result, landfall.start.clock.now()) };
      return redirectToPage(page, { language, params });
    }
    return redirectAfterStart(started, {
      page,
      language,
      publicOrigin: landfall.settings.publicOrigin,
      requestHeaders: request.headers,
    });
  },
);
