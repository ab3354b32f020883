import * as z from 'zod/mini';
import { environmentSchema } from './environment';
import { text } from './base-schemas';

/** What changed, told to open pages. Carries names only; the page asks for what it may see. */
export const changeSchema = z.object({
  id: text(40),
  kind: z.enum(['import', 'decision', 'request', 'delivery', 'staff', 'settings', 'bulk']),
  environment: environmentSchema,
  /** The import's id, or the id of the thing that changed. */
  subject: text(1000),
});
export type Change = z.infer<typeof changeSchema>;

/**
 * The events of `GET /api/stream`. `change` carries a change, and its id is the one to resume after. `hello` begins a
 * stream; `reset` says that some changes may be missing, so that everything shown must be asked for again; `heartbeat` says
 * that the stream lives. A resumed stream may tell a change twice: readers deduplicate by id.
 */
export const streamEvents = ['hello', 'change', 'reset', 'heartbeat'] as const;
export const streamHeartbeatS = 15;

/** A page that takes over from another one resumes where that one was: EventSource lets nobody set a header. */
export const streamQuerySchema = z.object({ after: z.optional(text(20)) });
