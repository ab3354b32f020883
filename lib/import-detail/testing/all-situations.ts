import { decisionSummarySchema } from '../../contract/decisions';
import { knownStatuses } from '../../contract/status';
import type { SituationInput } from '../situation-rules';

const statuses = [...knownStatuses, 'other', 'none', 'gone'] as const;
const requests = ['none', 'customer', 'automatic'] as const;
const payers = ['partner', 'customer'] as const;

/** Every combination, also those that should not occur. */
export const allSituationInputs: readonly SituationInput[] = statuses.flatMap((status) =>
  decisionSummarySchema.options.flatMap((decision) =>
    requests.flatMap((request) => payers.map((whoPays) => ({ status, decision, request, whoPays }))),
  ),
);

export const nameOf = (input: SituationInput) =>
  `${input.status}, decision ${input.decision}, request ${input.request}, ${input.whoPays} pays`;
