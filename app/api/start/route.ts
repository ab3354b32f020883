import { startFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { readVisitorId } from '@/lib/start/customer-cookies';
import { startMigration } from '@/lib/start/start-migration';
import { keepTypedForm } from '@/lib/start/typed-form';
import { redirectAfterStart } from './redirect-after-start';
import { isToolSearch, redirectToSearch } from './redirect-to-search';

export const POST = route(
  { id: 'start.create', body: startFormSchema },
  async ({ landfall, caller, request, body }) => {
    const page = body.link === undefined ? '/start' : `/start/${encodeURIComponent(body.link)}`;
    const keepTyped = () => {
      const { source_tool, destination_username, contact_email } = body;
      return keepTypedForm(landfall.start, request.headers, { source_tool, destination_username, contact_email });
    };
    if (isToolSearch(body)) return redirectToSearch(page, body, keepTyped());
    const started = await startMigration(landfall.start, {
      caller: { ...caller, actor: { kind: 'customer', name: 'customer' } },
      form: body,
      visitorId: readVisitorId(request.headers.get('cookie'), landfall.settings.publicOrigin),
    });
    if (started.kind === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.create', reason: 'refused as busy' });
    return redirectAfterStart(started, {
      page,
      language: body.language,
      publicOrigin: landfall.settings.publicOrigin,
      headers: request.headers,
      hasLink: body.link !== undefined,
      keepTyped,
    });
  },
);
