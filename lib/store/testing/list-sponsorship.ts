import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { decisionSteps, fullRequests } from '../schema/sponsorship';

export async function listDecisionSteps(db: Db, decisionIds: readonly string[]) {
  return db
    .select()
    .from(decisionSteps)
    .where(inArray(decisionSteps.decisionId, [...decisionIds]))
    .orderBy(asc(decisionSteps.id));
}

export async function listRequests(db: Db, environment: Environment, importId: string) {
  return db
    .select()
    .from(fullRequests)
    .where(and(eq(fullRequests.environment, environment), eq(fullRequests.importId, importId)))
    .orderBy(desc(fullRequests.requestedAt));
}
