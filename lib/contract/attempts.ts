import * as z from 'zod/mini';
import { dateTime, text } from './base-schemas';

/** A creation without a response, until its outcome is known. */
const lostAttemptSchema = z.object({
  id: text(100),
  at: dateTime,
  by: text(300),
  username: z.nullable(text(1000)),
  tool: text(500),
  family: z.nullable(text(200)),
  instanceUrl: z.nullable(text(2000)),
  /** Commits to paying: an approver resolves its decision. */
  startFull: z.boolean(),
  message: text(4000),
  /** New imports of the customer that may be this one. */
  candidates: z.array(text(1000)).check(z.maxLength(100)),
});
export type LostAttempt = z.infer<typeof lostAttemptSchema>;

export const lostAttemptsSchema = z.object({ attempts: z.array(lostAttemptSchema) });

/** Null: no import was created. */
export const settleAttemptBodySchema = z.object({ importId: z.nullable(text(1000)) });
