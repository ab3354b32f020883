import { saveWarningRulesBodySchema, warningRulesVersionSchema } from '@/lib/contract/warning-rules';
import { route } from '@/lib/server';
import { saveWarningRules } from '@/lib/warnings/warning-rules';

export const PUT = route(
  // 40 explanations in several languages.
  {
    id: 'warning-rules.save',
    body: saveWarningRulesBodySchema,
    response: warningRulesVersionSchema,
    maxBodyBytes: 1_500_000,
  },
  ({ landfall, caller, body }) => saveWarningRules(landfall, { caller, ...body }),
);
