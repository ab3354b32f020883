import { z } from 'zod';
import type { DecisionRow } from '../store/sponsorship/decisions';

const lateAnswerSchema = z.object({ says: z.string(), outcome: z.string().optional() });

/** The reply that arrived after the outcome was recorded as unknown. */
export function readLateAnswer({ lateAnswer }: Pick<DecisionRow, 'lateAnswer'>) {
  return lateAnswerSchema.safeParse(lateAnswer).data;
}

/** Sending the decision again would carry it out twice. */
export function isConfirmedLate(row: Pick<DecisionRow, 'lateAnswer'>): boolean {
  return readLateAnswer(row)?.outcome === 'confirmed';
}
