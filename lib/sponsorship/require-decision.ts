import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { getDecision, type DecisionRow } from '../store/sponsorship/decisions';

export async function requireDecision(db: Db, id: string): Promise<DecisionRow> {
  const row = await getDecision(db, id);
  if (!row) throw new LandfallError('not_found', 'This decision does not exist.');
  return row;
}
