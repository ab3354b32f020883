import { accountNotificationsSchema, saveChoiceBodySchema } from '@/lib/contract/notification-rules';
import { readAccountNotifications, saveAccountNotifications } from '@/lib/outbox/staff/rules/account-notifications';
import { route } from '@/lib/server';

export const GET = route({ id: 'account.notifications', response: accountNotificationsSchema }, ({ landfall, staff }) =>
  readAccountNotifications(landfall.outbox, staff),
);

export const PUT = route(
  { id: 'account.save-notifications', body: saveChoiceBodySchema, response: accountNotificationsSchema },
  ({ landfall, staff, body }) => saveAccountNotifications(landfall.outbox, staff, body),
);
