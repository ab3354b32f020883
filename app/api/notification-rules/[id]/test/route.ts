import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { savedNotificationRuleSchema } from '@/lib/contract/notification-rules';
import { testNotificationRule } from '@/lib/outbox/staff/rules/test-notification-rule';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'notification-rules.test', params: uuidParamsSchema, response: savedNotificationRuleSchema },
  ({ landfall, caller, params: { id } }) => testNotificationRule(landfall.outbox, { caller, id }),
);
