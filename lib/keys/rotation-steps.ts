export const columnNames = ['raw_responses', 'redirect_urls', 'webhook_bodies', 'data_keys'] as const;

/** What is rotated, in this order. */
export const rotationSteps = [...columnNames, 'pending_erasures', 'tokens'] as const;
