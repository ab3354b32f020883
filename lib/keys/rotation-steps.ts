import { columnNames } from '../store/database/encrypted-columns';

/** What is rotated, in this order. */
export const rotationSteps = [...columnNames, 'pending_erasures', 'tokens'] as const;
