import { and, eq, lt, lte, sql } from 'drizzle-orm';
import type { DecisionState } from '../../contract/decisions';
import type { Db } from '../database/database';
import { decisions, decisionSteps } from '../schema/sponsorship';
import type { DecisionRow, NewDecision } from './decisions';

export interface DecisionUpdate {
  claims?: number;
  set?: Partial<NewDecision>;
  /** On the database clock, since the clocks of instances may differ, and not counting the wait for locks. */
  leaseForMs?: number | null;
  notBeforeInMs?: number | null;
  step: { at: Date; by: string; explanation: string };
  /** Only if the lease has expired on the database clock. */
  ifLeaseExpired?: boolean;
  /** Only if `notBefore` has passed on the database clock. */
  ifDue?: boolean;
}

/** Compare-and-set on state and, where given, claim. Undefined if another process was faster. */
export async function moveDecision(
  tx: Db,
  change: DecisionUpdate & { id: string; from: DecisionState; to: DecisionState },
): Promise<DecisionRow | undefined> {
  const inMs = (ms: number | null | undefined) =>
    ms === undefined ? undefined : ms === null ? null : sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;
  const lease = inMs(change.leaseForMs);
  const notBefore = inMs(change.notBeforeInMs);
  const [moved] = await tx
    .update(decisions)
    .set({
      ...change.set,
      state: change.to,
      ...(lease === undefined ? {} : { leaseUntil: lease }),
      ...(notBefore === undefined ? {} : { notBefore }),
      ...(change.to === 'sending' ? { claims: sql`${decisions.claims} + 1` } : {}),
    })
    .where(
      and(
        eq(decisions.id, change.id),
        eq(decisions.state, change.from),
        change.claims === undefined ? undefined : eq(decisions.claims, change.claims),
        change.ifDue ? lte(decisions.notBefore, sql`now()`) : undefined,
        change.ifLeaseExpired ? lt(decisions.leaseUntil, sql`now()`) : undefined,
      ),
    )
    .returning();
  if (!moved) return undefined;
  await tx.insert(decisionSteps).values({ decisionId: moved.id, from: change.from, to: change.to, ...change.step });
  return moved;
}
