/** The three views of the queue; each is an address. */
export type QueueTab = 'waiting' | 'unknown' | 'decided';
