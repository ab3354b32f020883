import type { CreateImportResponse } from '../../contract/imports';
import type { CreationResult } from './create-import';

export function toCreateResponse({ attempt, redirectUrl }: CreationResult): CreateImportResponse {
  return {
    attempt: attempt.id,
    outcome: outcomeByState[attempt.state],
    id: attempt.importId,
    redirectUrl,
    message: attempt.message || outcomeMessages[outcomeByState[attempt.state]],
    canStartAgain: !attempt.startFull && (attempt.state === 'unknown' || attempt.state === 'adopted'),
  };
}

const outcomeByState = {
  recorded: 'unknown',
  sending: 'unknown',
  created: 'created',
  adopted: 'created',
  invalid: 'not_created',
  not_created: 'not_created',
  unknown: 'unknown',
  abandoned: 'unknown',
  sandbox: 'sandbox',
} as const;

const outcomeMessages: Record<CreateImportResponse['outcome'], string> = {
  created: 'The customer continues at the migration address.',
  sandbox: 'The sandbox accepted it. Nothing was created.',
  unknown: 'The service did not answer. We keep looking under the customer’s name.',
  not_created: 'Nothing was created.',
  proposed: '',
};
