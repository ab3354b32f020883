import { toolRequestParam, writeSentParam } from '@/lib/contract/sent-param';
import { toolRequestFormSchema } from '@/lib/contract/tool-requests';
import { route } from '@/lib/server';
import { requestTool } from '@/lib/start/request-tool';
import { keepTypedForm } from '@/lib/start/typed-form';
import { redirectToPage } from '../redirect-to-page';

export const POST = route(
  { id: 'start.tool-request', body: toolRequestFormSchema },
  async ({ landfall, caller, request, body }) => {
    const result = await requestTool(landfall.start, { caller, form: body });
    if (result.kind === 'busy')
      await landfall.auth.recordDeniedCall({ caller, route: 'start.tool-request', reason: 'refused as busy' });
    const { tool, url, message, email } = body;
    const isShownAgain = result.kind === 'busy' || result.kind === 'invalid';
    const typed = isShownAgain
      ? keepTypedForm(landfall.start, request.headers, { tool, url, message, email })
      : undefined;
    const sent = result.kind === 'filed' ? 'sent' : result.kind;
    const params = {
      ...(sent !== 'page' && { [toolRequestParam]: writeSentParam(sent, landfall.start.clock.now()) }),
      ...(result.kind === 'invalid' && { problem: result.fields.join(',') }),
    };
    const page = body.link === undefined ? '/start' : `/start/${encodeURIComponent(body.link)}`;
    // Not with an error: browsers ignore `autofocus` if the address has a fragment.
    const fragment = result.kind === 'filed' || result.kind === 'busy' ? '#tool-request-section' : '';
    return redirectToPage(page, { language: body.language, params, typed, fragment });
  },
);
