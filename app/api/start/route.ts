import { startFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { readVisitorId } from '@/lib/start/customer-cookies';
import { startMigration } from '@/lib/start/start-migration';
import { keepTypedForm } from '@/lib/start/typed-form';
import { redirectAfterStart } from './redirect-after-start';

export const POST = route(
  { id: 'start.create', body: startFormSchema },
  async ({ landfall, caller, request, body }) => {
    const started = await startMigration(landfall.start, {
      caller: { ...caller, actor: { kind: 'customer', name: 'customer' } },
      form: body,
      visitorId: readVisitorId(request.headers.get('cookie'), landfall.settings.publicOrigin),
    });
    if (started.kind === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.create', reason: 'refused as busy' });
    return redirectAfterStart(started, {
      page: body.link === undefined ? '/start' : `/start/${encodeURIComponent(body.link)}`,
      language: body.language,
      publicOrigin: landfall.settings.publicOrigin,
      headers: request.headers,
      hasLink: body.link !== undefined,
      keepTyped: () => {
        const { source_tool, destination_username, contact_email } = body;
        return keepTypedForm(landfall.start, request.headers, { source_tool, destination_username, contact_email });
      },
    });
  },
);
