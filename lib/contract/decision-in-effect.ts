import type { DecisionKind, DecisionState, Resolution } from './decisions';

export function isInEffect(decision: { state: DecisionState; resolution: Resolution | null }): boolean {
  return decision.state === 'confirmed' || (decision.state === 'resolved' && decision.resolution === 'settled_done');
}

/** The latest decision comes first. A sponsored start accepts. */
export function kindInEffect(
  decisions: readonly { kind: DecisionKind; state: DecisionState; resolution: Resolution | null }[],
): 'accept' | 'reject' | null {
  const inEffect = decisions.find(isInEffect);
  if (inEffect === undefined) return null;
  return inEffect.kind === 'reject' ? 'reject' : 'accept';
}
