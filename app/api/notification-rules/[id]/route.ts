import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import {
  changeRuleBodySchema,
  notificationRulesSchema,
  ruleVersionSchema,
  savedNotificationRuleSchema,
} from '@/lib/contract/notification-rules';
import { changeNotificationRule } from '@/lib/outbox/staff/rules/change-notification-rule';
import { deleteNotificationRule } from '@/lib/outbox/staff/rules/delete-notification-rule';
import { route } from '@/lib/server';

export const PUT = route(
  {
    id: 'notification-rules.change',
    params: uuidParamsSchema,
    body: changeRuleBodySchema,
    response: savedNotificationRuleSchema,
  },
  ({ landfall, caller, params: { id }, body }) => changeNotificationRule(landfall.outbox, { caller, id, body }),
);

export const DELETE = route(
  {
    id: 'notification-rules.delete',
    params: uuidParamsSchema,
    query: ruleVersionSchema,
    response: notificationRulesSchema,
  },
  ({ landfall, caller, params: { id }, query: { version } }) =>
    deleteNotificationRule(landfall.outbox, { caller, id, version }),
);
