import { requestFullFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { route } from '@/lib/server';
import { requestFullByLink } from '@/lib/start/request-full-by-link';

export const POST = route({ id: 'start.ask', body: requestFullFormSchema }, async ({ landfall, caller, body }) => {
  await requestFullByLink(landfall.start, { caller, linkToken: body.link, message: body.message });
  return redirectResponse(`/m/${encodeURIComponent(body.link)}${body.language ? `?lang=${body.language}` : ''}`);
});
