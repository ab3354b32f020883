import { mailPreviewBodySchema, mailPreviewSchema } from '@/lib/contract/customer-mails';
import { previewMail } from '@/lib/outbox/customers/preview-mail';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'customer-mails.preview', body: mailPreviewBodySchema, response: mailPreviewSchema },
  ({ landfall, body }) => previewMail(landfall.outbox, body),
);
