import { toolRequestParam, toolRequestSection, writeSentParam } from '@/lib/contract/sent-param';
import { startFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { requestTool } from '@/lib/start/request-tool';
import { keepStartForm } from '../keep-start-form';
import { redirectToPage } from '../redirect-to-page';

export const POST = route(
  { id: 'start.tool-request', body: startFormSchema },
  async ({ landfall, caller, request, body }) => {
    const result = await requestTool(landfall.start, { caller, form: body });
    if (result.kind === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.tool-request', reason: 'refused as busy' });
    const typed = result.kind === 'page' ? undefined : keepStartForm(landfall.start, request.headers, body);
    const sent = result.kind === 'filed' ? 'sent' : result.kind;
    const params = {
      ...(sent !== 'page' && { [toolRequestParam]: writeSentParam(sent, landfall.start.clock.now()) }),
      ...(result.kind === 'invalid' && { problem: result.fields.join(',') }),
    };
    const page = body.link === undefined ? '/start' : `/start/${encodeURIComponent(body.link)}`;
    // Not with an error: browsers ignore `autofocus` if the address has a fragment.
    const fragment = result.kind === 'filed' || result.kind === 'busy' ? toolRequestSection : '';
    return redirectToPage(page, { language: body.language, params, typed, fragment });
  },
);
