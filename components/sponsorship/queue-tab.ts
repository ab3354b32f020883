export type QueueTab = 'waiting' | 'unknown' | 'decided';
