import { decisionSummarySchema, type Decision } from '../contract/decisions';
import type { Situation } from '../contract/situation';
import { recogniseStatus } from '../imports/recognise-status';
import { isInEffect } from '../contract/decision-in-effect';
import { toDecision } from '../sponsorship/to-decision';
import type { ImportForMessages } from '../store/outbox/customer-imports';
import { findSituation, toSituationInput } from './find-situation';
import type { SituationInput } from './situation-rules';

export interface MigrationState {
  input: SituationInput;
  situation: Situation;
  /** The decision in effect. */
  decided: Decision | null;
  /** The open request. */
  requestId: string | null;
  /** The approver's note that the customer's page shows; empty if there is none. */
  note: string;
}

/** What the customer's page says about an import that was read with others. */
export function readState(
  { whoPays }: { whoPays: SituationInput['whoPays'] },
  record: Pick<ImportForMessages, 'decisions' | 'requests' | 'gone' | 'statusText' | 'decision'>,
): MigrationState {
  const decisions = record.decisions.map(toDecision);
  const open = record.requests.find(({ closedAt }) => closedAt === null);
  const row = {
    gone: record.gone,
    status: record.statusText === null ? null : recogniseStatus(record.statusText),
    decision: decisionSummarySchema.parse(record.decision),
  };
  const input = toSituationInput({ row, decisions, request: open ?? null }, whoPays);
  const situation = findSituation(input);
  const decided = decisions.find(isInEffect) ?? null;
  return {
    input,
    situation,
    decided,
    requestId: open?.id ?? null,
    note: situation.payment === 'accepted' || situation.payment === 'rejected' ? (decided?.note ?? '') : '',
  };
}
