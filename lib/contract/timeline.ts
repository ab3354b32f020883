import { z } from 'zod';
import { statusSchema } from './status-schema';
import { count, dateTime, text } from './base-schemas';

export const exactTimeSchema = z.object({ certainty: z.literal('exact'), at: dateTime });
export const timeRangeSchema = z.object({
  certainty: z.literal('between'),
  from: dateTime.nullable(),
  to: dateTime,
});
const whenSchema = z.discriminatedUnion('certainty', [exactTimeSchema, timeRangeSchema]);
export type When = z.infer<typeof whenSchema>;

/** A range. `mostS` is null if the start is unknown ("at least 3 h"). `open`: the current status, still counting. */
export const statusDurationSchema = z.object({ leastS: count, mostS: count.nullable(), open: z.boolean() });

export const timelineEntrySchema = z.object({
  key: text(200),
  kind: z.enum([
    'status',
    'gone',
    'back',
    'request',
    'decision',
    'note',
    'creation',
    'facts',
    'message',
    'tool_request',
  ]),
  when: whenSchema,
  source: z.enum([
    'created',
    'lookup',
    'watcher',
    'webhook',
    'staff',
    'customer',
    'service',
    'landfall',
    'demo',
    'message',
  ]),
  by: text(300).nullable(),
  /** Original text for `status`, a sentence otherwise. */
  title: text(1000),
  detail: text(4000),
  status: statusSchema.nullable(),
  movedBack: z.boolean(),
  unknownOutcome: z.boolean(),
  duration: statusDurationSchema.nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
