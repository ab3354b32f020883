import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import type { DecisionRow } from '../store/sponsorship/decisions';
import { moveDecision, type DecisionUpdate } from '../store/sponsorship/move-decision';
import { transition, type DecisionEvent } from './decision-state-machine';

/** The only way to change a decision's state. Undefined if its state does not allow it, or another process was faster. */
export async function tryTransition(
  tx: Db,
  decision: DecisionRow,
  event: DecisionEvent,
  update: DecisionUpdate,
): Promise<DecisionRow | undefined> {
  const next = transition(decision.state, event);
  if (!next.ok) return undefined;
  return moveDecision(tx, { ...update, id: decision.id, from: decision.state, to: next.to });
}

/** For changes made by a person, who has to learn why nothing happened. */
export async function transitionOrThrow(
  tx: Db,
  decision: DecisionRow,
  event: DecisionEvent,
  update: DecisionUpdate,
): Promise<DecisionRow> {
  const next = transition(decision.state, event);
  if (!next.ok) throw new LandfallError('conflict', next.reason);
  const moved = await tryTransition(tx, decision, event, update);
  if (!moved) throw new LandfallError('conflict', 'Someone else changed this first. Reload to see the result.');
  return moved;
}
