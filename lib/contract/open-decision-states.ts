/** While a decision is in one of these states, no other can be made for the same import. */
export const openDecisionStates = ['proposed', 'approved', 'sending', 'unknown'] as const;
