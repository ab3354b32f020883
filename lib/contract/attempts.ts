import * as z from 'zod/mini';
import { dateTime, text } from './base-schemas';

/** A creation whose answer was lost, until it is known what became of it. */
const lostAttemptSchema = z.object({
  id: text(100),
  at: dateTime,
  by: text(300),
  username: z.nullable(text(1000)),
  tool: text(500),
  family: z.nullable(text(200)),
  instanceUrl: z.nullable(text(2000)),
  /** Commits to paying: an approver settles its decision. */
  startFull: z.boolean(),
  /** How far the looking has come, in words. */
  message: text(4000),
  /** New imports of the customer that it may be. */
  candidates: z.array(text(1000)).check(z.maxLength(100)),
});
export type LostAttempt = z.infer<typeof lostAttemptSchema>;

export const lostAttemptsSchema = z.object({ attempts: z.array(lostAttemptSchema) });

export const attemptParamsSchema = z.object({ id: z.uuid() });

/** Which import it is; null: none was made. */
export const settleAttemptBodySchema = z.object({ importId: z.nullable(text(1000)) });
