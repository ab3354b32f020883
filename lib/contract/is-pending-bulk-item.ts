import type { BulkItem } from './bulk';

const pendingStates: readonly BulkItem['state'][] = ['waiting', 'held', 'sending'];

/** Whether the run still has something to do or to send. A proposal waits for another person, not for the run. */
export const isPendingBulkItem = ({ state }: Pick<BulkItem, 'state'>): boolean => pendingStates.includes(state);
