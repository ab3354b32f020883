import {
  createRuleBodySchema,
  notificationRulesSchema,
  savedNotificationRuleSchema,
} from '@/lib/contract/notification-rules';
import { created } from '@/lib/http/reply';
import { createNotificationRule } from '@/lib/outbox/staff/rules/create-notification-rule';
import { listNotificationRules } from '@/lib/outbox/staff/rules/list-notification-rules';
import { route } from '@/lib/server';

export const GET = route({ id: 'notification-rules.list', response: notificationRulesSchema }, ({ landfall }) =>
  listNotificationRules(landfall.outbox),
);

export const POST = route(
  { id: 'notification-rules.create', body: createRuleBodySchema, response: savedNotificationRuleSchema },
  async ({ landfall, caller, body }) => created(await createNotificationRule(landfall.outbox, { caller, body })),
);
