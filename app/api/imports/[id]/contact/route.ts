import { contactBodySchema, contactSchema } from '@/lib/contract/contacts';
import { importParamsSchema } from '@/lib/contract/imports';
import { readContact } from '@/lib/outbox/contacts/read-contact';
import { setContact } from '@/lib/outbox/contacts/set-contact';
import { route } from '@/lib/server';
import { refuseSandbox } from '@/lib/start/customer-links';

/** Live imports only: customers of the sandbox get no e-mails. */
export const GET = route(
  { id: 'imports.contact', params: importParamsSchema, response: contactSchema },
  ({ landfall, environment, params }) => {
    refuseSandbox(environment);
    return readContact(landfall.database.db, params.id);
  },
);

/** Setting the same address again requests its confirmation again. */
export const PUT = route(
  { id: 'imports.set-contact', params: importParamsSchema, body: contactBodySchema, response: contactSchema },
  ({ landfall, caller, environment, params, body }) => {
    refuseSandbox(environment);
    return setContact(landfall.outbox, { caller, importId: params.id, ...body });
  },
);
