import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { ruleVersionSchema, savedNotificationRuleSchema } from '@/lib/contract/notification-rules';
import { removeOldSecret, rotateRuleSecret } from '@/lib/outbox/staff/rules/rule-secrets';
import { route } from '@/lib/server';

export const POST = route(
  {
    id: 'notification-rules.rotate-secret',
    params: uuidParamsSchema,
    body: ruleVersionSchema,
    response: savedNotificationRuleSchema,
  },
  ({ landfall, caller, params: { id }, body: { version } }) =>
    rotateRuleSecret(landfall.outbox, { caller, id, version }),
);

export const DELETE = route(
  {
    id: 'notification-rules.remove-old-secret',
    params: uuidParamsSchema,
    query: ruleVersionSchema,
    response: savedNotificationRuleSchema,
  },
  ({ landfall, caller, params: { id }, query: { version } }) =>
    removeOldSecret(landfall.outbox, { caller, id, version }),
);
