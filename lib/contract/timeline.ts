import * as z from 'zod/mini';
import { statusSchema } from './status-schema';
import { count, dateTime, text } from './base-schemas';

export const exactTimeSchema = z.object({ certainty: z.literal('exact'), at: dateTime });
export const timeRangeSchema = z.object({
  certainty: z.literal('between'),
  from: z.nullable(dateTime),
  to: dateTime,
});
const whenSchema = z.discriminatedUnion('certainty', [exactTimeSchema, timeRangeSchema]);
export type When = z.infer<typeof whenSchema>;

/** A range. `mostS` is null if the start is unknown ("at least 3 h"). `open`: the current status, still counting. */
export const statusDurationSchema = z.object({ leastS: count, mostS: z.nullable(count), open: z.boolean() });

export const timelineEntrySchema = z.object({
  key: text(200),
  kind: z.enum(['status', 'gone', 'back', 'request', 'decision', 'note', 'creation', 'facts', 'message']),
  when: whenSchema,
  source: z.enum(['created', 'lookup', 'watcher', 'webhook', 'staff', 'customer', 'service', 'demo', 'message']),
  by: z.nullable(text(300)),
  /** Original text for `status`, a sentence otherwise. */
  title: text(1000),
  detail: text(4000),
  status: z.nullable(statusSchema),
  movedBack: z.boolean(),
  unknownOutcome: z.boolean(),
  duration: z.nullable(statusDurationSchema),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
