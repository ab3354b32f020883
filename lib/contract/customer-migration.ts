import * as z from 'zod/mini';
import { warningSchema } from './imports';
import { statusSchema } from './status';
import { count, moment, text } from './z';

/** What a customer sees of their own migration: plain facts, nothing of the inside. */
export const customerMigrationSchema = z.object({
  username: z.nullable(text(1000)),
  tool: z.nullable(text(500)),
  instanceUrl: z.nullable(text(2000)),
  status: z.nullable(statusSchema),
  gone: z.boolean(),
  seenAt: z.nullable(moment),
  canContinue: z.boolean(),
  /** Its answer was lost, and with it the way on: the customer may knowingly start again. */
  canStartAgain: z.boolean(),
  warnings: z.array(warningSchema),
  warningCount: count,
  /** Where the wish for the full migration stands. */
  full: z.enum(['none', 'can_ask', 'asked', 'accepted', 'rejected', 'customer_pays']),
  note: text(4000),
});
export type CustomerMigration = z.infer<typeof customerMigrationSchema>;
