import { z } from 'zod';
import { dateTime, text } from './base-schemas';

/** A creation without a response, until its outcome is known. */
const lostAttemptSchema = z.object({
  id: text(100),
  at: dateTime,
  by: text(300),
  username: text(1000).nullable(),
  tool: text(500),
  family: text(200).nullable(),
  instanceUrl: text(2000).nullable(),
  /** Commits to paying, so it cannot simply be started again. */
  startFull: z.boolean(),
  /** Why the caller cannot settle it: its decision is open, or only an approver may. */
  waitsFor: z.enum(['decision', 'approver']).nullable(),
  message: text(4000),
  /** New imports of the customer that may be this one. */
  candidates: z.array(text(1000)).max(100),
});
export type LostAttempt = z.infer<typeof lostAttemptSchema>;

export const lostAttemptsSchema = z.object({ attempts: z.array(lostAttemptSchema) });

/** Null: no import was created. */
export const settleAttemptBodySchema = z.object({ importId: text(1000).nullable() });
