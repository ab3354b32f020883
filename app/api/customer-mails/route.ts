import {
  mailSettingsSchema,
  mailSettingsWithProblemSchema,
  saveMailSettingsBodySchema,
} from '@/lib/contract/customer-mails';
import { readMailSettings, saveMailSettings } from '@/lib/outbox/customers/mail-settings';
import { findMailProblem } from '@/lib/outbox/log/find-mail-problem';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'customer-mails.read', response: mailSettingsWithProblemSchema },
  async ({ landfall }) => ({
    ...(await readMailSettings(landfall.database.db)),
    problem: await findMailProblem(landfall.outbox),
  }),
);

export const PUT = route(
  // Nine texts in several languages.
  {
    id: 'customer-mails.save',
    body: saveMailSettingsBodySchema,
    response: mailSettingsSchema,
    maxBodyBytes: 1_500_000,
  },
  ({ landfall, caller, body }) => saveMailSettings(landfall, { caller, ...body }),
);
