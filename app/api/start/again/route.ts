import { startAgainFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { readVisitorId } from '@/lib/start/customer-cookies';
import { startAgain } from '@/lib/start/start-again';
import { redirectAfterStart } from '../redirect-after-start';

/** The first import's redirect URL was lost, so the customer starts a second one. */
export const POST = route(
  { id: 'start.again', body: startAgainFormSchema },
  async ({ landfall, caller, request, body }) => {
    const started = await startAgain(landfall.start, {
      caller: { ...caller, actor: { kind: 'customer', name: 'customer' } },
      linkToken: body.link,
      attempt: body.attempt,
    });
    if (started.kind === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.again', reason: 'refused as busy' });
    return redirectAfterStart(started, {
      page: `/m/${encodeURIComponent(body.link)}`,
      language: body.language,
      publicOrigin: landfall.settings.publicOrigin,
      headers: request.headers,
      hasLink: readVisitorId(request.headers.get('cookie'), landfall.settings.publicOrigin) === null,
    });
  },
);
