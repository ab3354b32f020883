import type { CustomerEvent } from '../../contract/outbox';
import { encodeImportId } from '../../contract/import-id';
import type { FoundEvent } from './find-customer-events';

/** Sent once per decision, request or import, in whatever round. */
const withoutRound: readonly CustomerEvent[] = ['started', 'request_received', 'accepted', 'rejected'];

/**
 * The key of an event about an import. Progress is reported once per round, however often the status moves back and forth;
 * a round ends when the migration is undone. Undefined if the end of the last round was reported and nothing since.
 */
export function createKeys(importId: string, existing: ReadonlySet<string>): (found: FoundEvent) => string | undefined {
  // Encoded, so that an id with colons cannot equal the key of another import.
  const prefix = `customer:live:${encodeImportId(importId)}`;
  const keyOf = ({ event, about }: FoundEvent, round: number) =>
    withoutRound.includes(event)
      ? [prefix, event, about].join(':')
      : [prefix, event, round, ...(about === '' ? [] : [about])].join(':');
  let round = 0;
  while (existing.has(keyOf({ event: 'undone', about: '' }, round))) round += 1;
  const isNewRound = round > 0 && ![...existing].some((key) => isOfRound(key, prefix, round));
  return (found) => (found.event === 'undone' && isNewRound ? undefined : keyOf(found, round));
}

function isOfRound(key: string, prefix: string, round: number): boolean {
  const [event, of] = key.slice(prefix.length + 1).split(':');
  return of === String(round) && !withoutRound.some((one) => one === event);
}

/** What a key was written for. */
export function readKey(key: string, event: CustomerEvent): FoundEvent {
  return { event, about: (withoutRound.includes(event) ? key.split(':').at(4) : key.split(':').at(5)) ?? '' };
}
