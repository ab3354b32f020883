import { z } from 'zod';
import { severities } from './rule-texts';

/** What staff see of a rule in `warning-rules.ts`. Part of every import, so it is small: the rules were checked when saved. */
export const staffRuleSchema = z.object({
  id: z.string(),
  severity: z.enum(severities),
  kinds: z.array(z.string()),
  texts: z.array(z.string()),
  explanation: z.string(),
  fix: z.string(),
});
export type StaffRule = z.infer<typeof staffRuleSchema>;
