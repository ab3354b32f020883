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

/**
 * Between tabs: the one with the stream forwards its events. A new tab sends `who` with the position of its page, and gets
 * the changes since then, or null if some may be missing.
 */
export const liveMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('change'), change: changeSchema }),
  z.object({ type: z.literal('reset'), id: z.nullable(text(20)) }),
  z.object({ type: z.literal('state'), state: z.enum(['waiting', 'live']), id: z.nullable(text(20)) }),
  z.object({ type: z.literal('who'), after: z.nullable(text(20)) }),
  z.object({ type: z.literal('recent'), after: z.nullable(text(20)), changes: z.nullable(z.array(changeSchema)) }),
]);
export type LiveMessage = z.infer<typeof liveMessageSchema>;

/** For resuming in another tab: EventSource cannot set headers. */
export const streamQuerySchema = z.object({ after: z.optional(text(20)) });
