import { asCustomer } from '@/lib/contract/caller';
import { unsubscribeFormSchema } from '@/lib/contract/contacts';
import { redirectResponse } from '@/lib/http/redirect-response';
import { undoUnsubscribe, unsubscribe } from '@/lib/outbox/contacts/unsubscribe';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'contact.unsubscribe', body: unsubscribeFormSchema },
  async ({ landfall, caller, body }) => {
    const { token, undo, language } = body;
    const change = undo === undefined ? unsubscribe : undoUnsubscribe;
    const { kind } = await change(landfall.outbox, { caller: asCustomer(caller), token });
    const query = new URLSearchParams({
      ...(language && { lang: language }),
      ...(kind === 'busy' ? { busy: '1' } : undo !== undefined && { undone: '1' }),
    }).toString();
    return redirectResponse(`/unsubscribe/${encodeURIComponent(token)}${query === '' ? '' : `?${query}`}`);
  },
);
