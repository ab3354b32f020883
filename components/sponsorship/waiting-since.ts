import type { QueueItem } from '@/lib/contract/sponsorship';

/** A closed request was answered before: a new proposal then waits since it was made. */
export function waitingSince({ requestOpen, askedAt, decision }: QueueItem): string {
  return requestOpen ? askedAt : (decision?.proposedAt ?? askedAt);
}
