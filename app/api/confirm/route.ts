import { asCustomer } from '@/lib/contract/caller';
import { confirmFormSchema } from '@/lib/contract/contacts';
import { redirectResponse } from '@/lib/http/redirect-response';
import { confirmContact } from '@/lib/outbox/contacts/confirm-contact';
import { route } from '@/lib/server';

/** The page shows the result, whatever it is. */
export const POST = route({ id: 'contact.confirm', body: confirmFormSchema }, async ({ landfall, caller, body }) => {
  await confirmContact(landfall.outbox, { caller: asCustomer(caller), ...body });
  return redirectResponse(`/confirm/${encodeURIComponent(body.token)}${body.language ? `?lang=${body.language}` : ''}`);
});
