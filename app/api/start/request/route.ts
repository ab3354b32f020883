import { requestFormSchema } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { route } from '@/lib/server';
import { fileUnmatchedRequest } from '@/lib/start/ask-for-full';

/** The same answer whether or not we know the name: whoever merely guesses learns nothing. */
export const POST = route({ id: 'start.request', body: requestFormSchema }, async ({ landfall, caller, body }) => {
  const { website, ...wish } = body;
  const filed = await fileUnmatchedRequest(landfall.start, { caller, ...wish, honeypot: website });
  return redirectResponse(filed === 'filed' ? '/full-migration?sent=1' : '/full-migration?busy=1');
});
