import { asCustomer } from '@/lib/contract/caller';
import { toolRequestSection } from '@/lib/contract/sent-param';
import { startFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { readVisitorId } from '@/lib/http/visitor-cookie';
import { startMigration } from '@/lib/start/start-migration';
import { keepStartForm } from './keep-start-form';
import { redirectAfterStart } from './redirect-after-start';
import { isToolSearch, redirectToSearch } from './redirect-to-search';

export const POST = route(
  { id: 'start.create', body: startFormSchema },
  async ({ landfall, caller, request, body }) => {
    const page = body.link === undefined ? '/start' : `/start/${encodeURIComponent(body.link)}`;
    const keepTyped = () => keepStartForm(landfall.start, request.headers, body);
    if (isToolSearch(body)) return redirectToSearch(page, body, keepTyped());
    // Without script, Enter does not say in which of the two parts it was pressed.
    if (body.searched !== undefined && [body.tool, body.url, body.message, body.email].some((value) => value !== ''))
      return redirectToSearch(page, body, keepTyped(), toolRequestSection);
    const started = await startMigration(landfall.start, {
      caller: asCustomer(caller),
      form: body,
      visitorId: readVisitorId(request.headers.get('cookie'), landfall.settings.publicOrigin),
    });
    if (started.kind === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.create', reason: 'refused as busy' });
    return redirectAfterStart(started, {
      page,
      language: body.language,
      publicOrigin: landfall.settings.publicOrigin,
      requestHeaders: request.headers,
      keepTyped,
    });
  },
);
