import { LandfallError } from '../../core/errors';
import { checkRedirectUrl } from '../../service/check-redirect-url';
import type { AttemptRow } from '../../store/creation-attempts';
import { readSealedRedirect } from '../../store/import-secrets';
import { beginAttempt } from './begin-attempt';
import { redirectPurpose, type CreationInput, type CreationParts } from './creation-parts';
import { finishCreated, finishFailed } from './finish-attempt';

export interface CreationResult {
  attempt: AttemptRow;
  /** Checked; null when there is none to hand to a browser, and then the attempt's message says why. */
  redirectUrl: string | null;
}

/**
 * Creates an import at the service, once per attempt. `start_full` commits to paying and is not sent from here: only
 * sponsorship may do that.
 */
export async function createImport(parts: CreationParts, input: CreationInput): Promise<CreationResult> {
  if (input.fields.start_full === true) {
    throw new LandfallError('internal', { log: 'start_full must go through sponsorship' });
  }
  const begun = await beginAttempt(parts, input);
  if (!begun.send) return resultOf(parts, begun.row);
  try {
    const answer = await parts.client.createImport({
      environment: input.environment,
      lane: input.lane ?? 'people',
      requestId: input.caller.requestId,
      fields: input.fields,
    });
    return await resultOf(parts, await finishCreated(parts, begun.row, answer, input.caller));
  } catch (error) {
    const failed = await finishFailed(parts, begun.row, error, input.caller);
    if (failed.state === 'unknown') return { attempt: failed, redirectUrl: null };
    throw error;
  }
}

export async function resultOf(parts: CreationParts, attempt: AttemptRow): Promise<CreationResult> {
  const redirectUrl =
    attempt.importId === null ? null : await readRedirectUrl(parts, attempt.environment, attempt.importId);
  return { attempt, redirectUrl };
}

/** The migration address of an import of ours, opened and checked again: the allow-list may have changed since. */
export async function readRedirectUrl(
  parts: Pick<CreationParts, 'database' | 'sealer' | 'redirect'>,
  environment: 'live' | 'sandbox',
  importId: string,
): Promise<string | null> {
  const sealed = await readSealedRedirect(parts.database.db, environment, importId);
  const plain = sealed && parts.sealer.open(redirectPurpose, sealed);
  if (!plain) return null;
  const checked = checkRedirectUrl(plain.toString('utf8'), parts.redirect);
  return checked.ok ? checked.url : null;
}
