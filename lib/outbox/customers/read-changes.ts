import { z } from 'zod';
import type { OutboxEventRow } from '../../store/outbox/events';
import type { StateBefore } from './find-customer-events';

/** Written by the triggers on imports and creation attempts, and when a customer can be written to at another address. */
const dataSchema = z.object({
  from: z.object({ status: z.string().nullable(), decision: z.string(), gone: z.boolean().optional() }).nullable(),
  confirmed: z.boolean().optional(),
});

export interface ImportChange {
  /** The oldest first. */
  before: StateBefore[];
  /** Inserted, or its creation was found. */
  isNew: boolean;
  isConfirmed: boolean;
}

/** The changes of live imports. Those of one import are one. */
export function readChanges(events: readonly OutboxEventRow[]): Map<string, ImportChange> {
  const changes = new Map<string, ImportChange>();
  for (const { kind, environment, importId, data } of events) {
    const parsed = dataSchema.safeParse(data);
    if (kind !== 'import' || environment !== 'live' || importId === null || !parsed.success) continue;
    const change = changes.get(importId) ?? { before: [], isNew: false, isConfirmed: false };
    changes.set(importId, change);
    const { from, confirmed } = parsed.data;
    if (from) change.before.push(from);
    else if (confirmed) change.isConfirmed = true;
    else change.isNew = true;
  }
  return changes;
}
