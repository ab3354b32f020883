import * as z from 'zod/mini';
import { environmentSchema } from './environment';
import { text } from './base-schemas';

/** Sent to open pages. Contains only names; the page fetches what it may see. */
export const changeSchema = z.object({
  id: text(40),
  kind: z.enum(['import', 'decision', 'request', 'delivery', 'staff', 'settings', 'bulk']),
  environment: environmentSchema,
  subject: text(1000),
});
export type Change = z.infer<typeof changeSchema>;

/**
 * Events of `GET /api/stream`. `change`: its id is the one to resume after. `hello`: the stream has begun. `reset`:
 * changes may be missing, so fetch everything again. `heartbeat`: the stream is alive. A resumed stream may repeat a
 * change: readers deduplicate by id.
 */
export const streamEvents = ['hello', 'change', 'reset', 'heartbeat'] as const;
export const streamHeartbeatS = 15;

/** For resuming in another tab: EventSource cannot set headers. */
export const streamQuerySchema = z.object({ after: z.optional(text(20)) });
