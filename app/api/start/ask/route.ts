import { askFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { route } from '@/lib/server';
import { askForFull } from '@/lib/start/ask-for-full';

export const POST = route({ id: 'start.ask', body: askFormSchema }, async ({ landfall, caller, body }) => {
  await askForFull(landfall.start, { caller, linkToken: body.link, message: body.message });
  return redirectResponse(`/m/${encodeURIComponent(body.link)}${body.language ? `?lang=${body.language}` : ''}`);
});
