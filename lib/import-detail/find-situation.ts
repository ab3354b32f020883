import type { Decision, DecisionSummary } from '../contract/decisions';
import type { ImportDetail, ImportRow } from '../contract/imports';
import type { Situation } from '../contract/situation';
import { knownStatuses } from '../contract/status';
import { isUnavailable, mayStartAgain } from '../imports/creation/may-start-again';
import { kindInEffect } from '../contract/decision-in-effect';
import { paymentRules, progressRules, type SituationInput } from './situation-rules';

/** Decides every text about a migration: the agent's next step, the reply, and the customer's page. */
export function findSituation(input: SituationInput): Situation {
  const progress = firstMatch(progressRules, input);
  const payment = firstMatch(paymentRules, input);
  return {
    progress: progress.progress,
    payment: payment.payment,
    claims: { whoPays: payment.whoPays, whoActs: progress.whoActs, finished: progress.finished },
    actions: offersStartAgain(input) ? ['start_again', ...progress.actions] : progress.actions,
  };
}

function offersStartAgain({ status, decision }: SituationInput): boolean {
  return mayStartAgain({ status: status === 'none' ? null : status, decision });
}

function firstMatch<T extends { when: (input: SituationInput) => boolean }>(
  rules: readonly T[],
  input: SituationInput,
): T {
  const rule = rules.find(({ when }) => when(input));
  if (rule === undefined) throw new Error('The last rule matches everything');
  return rule;
}

export function toSituationInput(
  {
    row,
    decisions,
    request,
  }: Pick<ImportDetail, 'decisions'> & {
    row: Pick<ImportRow, 'gone' | 'status' | 'decision'>;
    request: Pick<NonNullable<ImportDetail['request']>, 'source'> | null;
  },
  whoPays: SituationInput['whoPays'],
): SituationInput {
  const known = knownStatuses.find((text) => text === row.status?.known);
  return {
    status: isUnavailable({ gone: row.gone, statusKey: known ?? null })
      ? 'gone'
      : row.status === null
        ? 'none'
        : (known ?? 'other'),
    decision: decisionThatApplies(row.decision, decisions),
    request: request === null ? 'none' : request.source === 'sample_complete' ? 'automatic' : 'customer',
    whoPays,
  };
}

/** The stored summary follows the same rule, but not in rows that an earlier version wrote. */
function decisionThatApplies(summary: DecisionSummary, decisions: readonly Decision[]): DecisionSummary {
  const inEffect = kindInEffect(decisions);
  if (inEffect === null || !['none', 'asked', 'refused'].includes(summary)) return summary;
  if (inEffect === 'accept') return 'accepted';
  return summary === 'asked' ? 'asked' : 'rejected';
}
