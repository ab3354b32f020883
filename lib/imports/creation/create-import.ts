import type { CreateImportResponse } from '../../contract/imports';
import { LandfallError } from '../../core/errors';
import { checkRedirectUrl } from '../../service/check-redirect-url';
import type { AttemptRow } from '../../store/imports/creation-attempts';
import { readEncryptedRedirectUrl } from '../../store/imports/import-secrets';
import { beginAttempt } from './begin-attempt';
import { redirectPurpose, requesterOf, type CreationInput, type CreationDeps } from './creation-deps';
import { finishCreated, finishFailed } from './finish-attempt';

export interface CreationResult {
  attempt: AttemptRow;
  /** Null when there is no allowed address; the attempt's message then says why. */
  redirectUrl: string | null;
}

/** Creates an import at the service, once per attempt. Only sponsorship may send `start_full`, which commits to paying. */
export async function createImport(deps: CreationDeps, input: CreationInput): Promise<CreationResult> {
  if (input.fields.start_full === true) {
    throw new LandfallError('internal', { logMessage: 'start_full must go through sponsorship' });
  }
  const begun = await beginAttempt(deps, input);
  if (!begun.send) return toCreationResult(deps, begun.row);
  try {
    const answer = await deps.client.createImport({
      environment: input.environment,
      ...requesterOf(input),
      fields: input.fields,
    });
    return await toCreationResult(deps, await finishCreated(deps, begun.row, answer, input.caller));
  } catch (error) {
    const failed = await finishFailed(deps, begun.row, error, input.caller);
    if (failed.state === 'unknown') return { attempt: failed, redirectUrl: null };
    throw error;
  }
}

export async function toCreationResult(deps: CreationDeps, attempt: AttemptRow): Promise<CreationResult> {
  const redirectUrl =
    attempt.importId === null ? null : await readRedirectUrl(deps, attempt.environment, attempt.importId);
  return { attempt, redirectUrl };
}

/** Checks the stored address again, because the allow-list may have changed. */
export async function readRedirectUrl(
  deps: Pick<CreationDeps, 'database' | 'cipher' | 'redirect'>,
  environment: 'live' | 'sandbox',
  importId: string,
): Promise<string | null> {
  const encrypted = await readEncryptedRedirectUrl(deps.database.db, environment, importId);
  const plain = encrypted && deps.cipher.decrypt(redirectPurpose, encrypted);
  if (!plain) return null;
  const checked = checkRedirectUrl(plain.toString('utf8'), deps.redirect);
  return checked.ok ? checked.url : null;
}

export function toCreateResponse({ attempt, redirectUrl }: CreationResult): CreateImportResponse {
  return {
    attempt: attempt.id,
    outcome: outcomeByState[attempt.state],
    id: attempt.importId,
    username: attempt.username,
    tool: attempt.tool,
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
  created: 'The customer continues at the migration link.',
  sandbox: 'The sandbox accepted it. Nothing was created.',
  unknown: 'The service did not confirm it. We keep checking the customer’s imports.',
  not_created: 'Nothing was created.',
  proposed: '',
};
