import { mailPreviewBodySchema, mailTestSchema } from '@/lib/contract/customer-mails';
import { sendTestMail } from '@/lib/outbox/customers/send-test-mail';
import { route } from '@/lib/server';

/** To the person who is signed in. */
export const POST = route(
  { id: 'customer-mails.test', body: mailPreviewBodySchema, response: mailTestSchema },
  ({ landfall, caller, body }) => sendTestMail(landfall.outbox, { caller, ...body }),
);
