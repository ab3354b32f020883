import { eventParam } from '@/lib/contract/embed';
import { requestFullFormSchema } from '@/lib/contract/start';
import { route } from '@/lib/server';
import { requestFullByLink } from '@/lib/start/request-full-by-link';
import { redirectToPage } from '../redirect-to-page';

export const POST = route({ id: 'start.ask', body: requestFullFormSchema }, async ({ landfall, caller, body }) => {
  await requestFullByLink(landfall.start, { caller, linkToken: body.link, message: body.message });
  const params = { [eventParam]: 'requested' };
  return redirectToPage(`/m/${encodeURIComponent(body.link)}`, { language: body.language, params });
});
