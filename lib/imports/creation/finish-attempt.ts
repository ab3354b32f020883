import { appendAudit } from '../../audit/append-audit';
import { actorName, type Actor, type Caller } from '../../contract/caller';
import { ServiceError } from '../../core/errors';
import { checkRedirectUrl } from '../../service/check-redirect-url';
import type { ServiceResponse, CreatedImport } from '../../service/service-client';
import { moveAttempt, type AttemptRow } from '../../store/imports/creation-attempts';
import type { Db } from '../../store/database/database';
import { saveImportSecrets } from '../../store/imports/import-secrets';
import { setStartLinkImport } from '../../store/imports/start-links';
import { auditReturn, liftErasure } from '../erasures/lift-erasure';
import { isRecordableId, observeIn } from '../observations/observe';
import { auditAbandoned, recordReplacement } from './record-replacement';
import { knownIdsSchema, redirectPurpose, tokenPurpose, type CreationDeps } from './creation-deps';

/** The customer was erased meanwhile, or the service answered with an import that they had before. */
const erasedMessage = 'The service returned an import whose data was erased. It is not stored again.';

/** Stores the created import, its encrypted secrets and the closed attempt in one transaction. */
export async function finishCreated(
  deps: CreationDeps,
  row: AttemptRow,
  answer: ServiceResponse<CreatedImport>,
  caller: Caller,
): Promise<AttemptRow> {
  const { id, redirectUrl, token } = answer.value;
  const at = deps.clock.now();
  if (row.environment === 'sandbox') {
    return deps.database.transaction(async (tx) => {
      const message = 'The sandbox accepted it. Nothing was created.';
      const closed = await closeAttempt(tx, row, { state: 'sandbox', message, at });
      await auditAbandoned(deps, tx, { caller, abandoned: await recordReplacement(deps, tx, closed, at) });
      return closed;
    });
  }
  if (id === null || !isRecordableId(id)) {
    return deps.database.transaction((tx) =>
      closeAttempt(tx, row, {
        state: 'unknown',
        message: `The service reported a new import without its id. ${answer.missing.join(' ')}`.trim(),
        at,
      }),
    );
  }
  const checked = redirectUrl === null ? null : checkRedirectUrl(redirectUrl, deps.redirect);
  const message =
    checked === null
      ? `The import is created, but its migration link could not be read. ${answer.missing.join(' ')}`.trim()
      : checked.ok
        ? ''
        : `The import is created, but its migration link is not used. ${checked.reason}`;
  return deps.database.transaction(async (tx) => {
    const knownIds = knownIdsSchema.parse(row.knownIds ?? null);
    const erasedAt = await liftErasure(deps, tx, { attempt: row, importId: id, knownIds });
    const observed = await observeIn(deps.observer, tx, [
      {
        environment: row.environment,
        importId: id,
        source: 'created',
        status: null,
        sentAt: answer.sentAt,
        seenAt: answer.receivedAt,
        happenedAt: answer.receivedAt,
        facts: { startedBy: startedBy(caller.actor) },
        about: factsOfAttempt(row),
        aboutSource: 'created',
        raw: answer.raw,
        by: actorName(caller.actor),
      },
    ]);
    if (observed.length === 0) return closeAttempt(tx, row, { state: 'not_created', message: erasedMessage, at });
    await saveImportSecrets(tx, {
      environment: row.environment,
      importId: id,
      redirectUrlEncrypted: redirectUrl === null ? null : deps.cipher.encrypt(redirectPurpose, redirectUrl),
      tokenFingerprint: tokenFingerprintOf(deps, token, redirectUrl),
      at,
    });
    const closed = await closeAttempt(tx, row, { state: 'created', importId: id, message, at });
    const abandoned = await recordReplacement(deps, tx, closed, at);
    if (row.linkId !== null) await setStartLinkImport(tx, row.linkId, { importId: id, at });
    await appendAudit(deps, tx, {
      caller,
      action: 'import.created',
      environment: row.environment,
      subject: id,
      after: { attempt: row.id, tool: row.tool, username: row.username, family: row.family, startFull: row.startFull },
    });
    await auditAbandoned(deps, tx, { caller, abandoned });
    await auditReturn(deps, tx, { caller, erasedAt });
    return closed;
  });
}

/** Closes the attempt as invalid, not created or unknown. The caller still handles the error. */
export async function finishFailed(
  deps: CreationDeps,
  row: AttemptRow,
  error: unknown,
  caller: Caller,
): Promise<AttemptRow> {
  const known = error instanceof ServiceError ? error : null;
  const state = known?.code === 'service_invalid' ? 'invalid' : known?.workDone === 'no' ? 'not_created' : 'unknown';
  return deps.database.transaction(async (tx) => {
    const closed = await closeAttempt(tx, row, {
      state,
      errors: known?.errors ?? [],
      message: known?.userMessage ?? 'Something failed on our side after the request was sent.',
      at: deps.clock.now(),
    });
    if (state === 'unknown') {
      await appendAudit(deps, tx, {
        caller,
        action: 'import.creation_unknown',
        environment: row.environment,
        subject: row.username ?? row.id,
        after: { attempt: row.id, tool: row.tool, why: closed.message },
      });
    }
    return closed;
  });
}

function startedBy({ kind }: Actor): 'staff' | 'customer' | 'key' {
  return kind === 'staff' || kind === 'key' ? kind : 'customer';
}

export function factsOfAttempt(row: AttemptRow): Record<string, string> {
  const about: Record<string, string | null> = {
    username: row.username,
    tool: row.tool,
    family: row.family,
    instanceUrl: row.instanceUrl,
    createdAt: (row.sentAt ?? row.createdAt).toISOString(),
    createdBy: row.by,
  };
  return Object.fromEntries(Object.entries(about).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** Some services return the token separately, others only as the last path segment of the redirect URL. */
function tokenFingerprintOf(deps: CreationDeps, token: string | null, redirectUrl: string | null): string | null {
  const last =
    redirectUrl !== null && URL.canParse(redirectUrl) ? new URL(redirectUrl).pathname.split('/').at(-1) : null;
  const secret = token ?? last;
  return secret ? deps.cipher.fingerprint(tokenPurpose, secret) : null;
}

async function closeAttempt(
  tx: Db,
  row: AttemptRow,
  end: { state: AttemptRow['state']; importId?: string; message: string; errors?: readonly unknown[]; at: Date },
): Promise<AttemptRow> {
  const closed = await moveAttempt(tx, {
    id: row.id,
    // It may have been settled before this late response arrived, which proves that the import exists.
    from: end.importId === undefined ? ['sending', 'unknown'] : ['sending', 'unknown', 'not_created'],
    to: end.state,
    set: {
      message: end.message,
      answeredAt: end.at,
      ...(end.importId === undefined ? {} : { importId: end.importId }),
      ...(end.errors === undefined ? {} : { errors: end.errors }),
    },
    leaseForMs: null,
  });
  return closed ?? row;
}
