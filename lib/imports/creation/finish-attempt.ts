import { actorName, type Actor, type Caller } from '../../contract/caller';
import { ServiceError } from '../../core/errors';
import { checkRedirectUrl } from '../../service/check-redirect-url';
import type { Answer, CreatedImport } from '../../service/service-client';
import { moveAttempt, type AttemptRow } from '../../store/creation-attempts';
import type { Db } from '../../store/database';
import { keepImportSecrets } from '../../store/import-secrets';
import { tieStartLink } from '../../store/start-links';
import { isRecordableId } from '../observe';
import { noteReplacement } from './note-replacement';
import { redirectPurpose, tokenPurpose, type CreationParts } from './creation-parts';

/** Records the import that the service named, seals what comes with it, and closes the attempt: one transaction. */
export async function finishCreated(
  parts: CreationParts,
  row: AttemptRow,
  answer: Answer<CreatedImport>,
  caller: Caller,
): Promise<AttemptRow> {
  const { id, redirectUrl, token } = answer.value;
  const at = parts.clock.now();
  if (row.environment === 'sandbox') {
    return parts.database.transaction((tx) =>
      close(tx, row, { state: 'sandbox', message: 'The sandbox accepted it. Nothing was created.', at }),
    );
  }
  if (id === null || !isRecordableId(id)) {
    return parts.database.transaction((tx) =>
      close(tx, row, {
        state: 'unknown',
        message:
          `The service said that it was created, but not under which identifier. ${answer.missing.join(' ')}`.trim(),
        at,
      }),
    );
  }
  const checked = redirectUrl === null ? null : checkRedirectUrl(redirectUrl, parts.redirect);
  const message =
    checked === null
      ? `The import is created, but its migration address could not be read. ${answer.missing.join(' ')}`.trim()
      : checked.ok
        ? ''
        : `The import is created, but its migration address is not used. ${checked.reason}`;
  return parts.database.transaction(async (tx) => {
    await parts.observer.observeIn(tx, [
      {
        environment: row.environment,
        importId: id,
        source: 'created',
        status: null,
        askedAt: answer.sentAt,
        seenAt: answer.receivedAt,
        // Our own act, so its moment is known.
        happenedAt: answer.receivedAt,
        facts: { startedBy: startedBy(caller.actor) },
        about: aboutOf(row),
        aboutSource: 'created',
        raw: answer.raw,
        by: actorName(caller.actor),
      },
    ]);
    await keepImportSecrets(tx, {
      environment: row.environment,
      importId: id,
      redirectUrlSealed: redirectUrl === null ? null : parts.sealer.seal(redirectPurpose, redirectUrl),
      tokenFingerprint: fingerprintOf(parts, token, redirectUrl),
      at,
    });
    const closed = await close(tx, row, { state: 'created', importId: id, message, at });
    if (row.linkId !== null) await tieStartLink(tx, row.linkId, { importId: id, at });
    await noteReplacement(tx, row, { importId: id, at });
    await parts.audit.append(tx, {
      caller,
      action: 'import.created',
      environment: row.environment,
      subject: id,
      after: { attempt: row.id, tool: row.tool, username: row.username, family: row.family, startFull: row.startFull },
    });
    return closed;
  });
}

/** What a failed call means for the attempt: refused, surely not made, or unknown. The error itself goes on to the caller. */
export async function finishFailed(
  parts: CreationParts,
  row: AttemptRow,
  error: unknown,
  caller: Caller,
): Promise<AttemptRow> {
  const known = error instanceof ServiceError ? error : null;
  const state = known?.code === 'service_invalid' ? 'invalid' : known?.workDone === 'no' ? 'not_created' : 'unknown';
  return parts.database.transaction(async (tx) => {
    const closed = await close(tx, row, {
      state,
      errors: known?.errors ?? [],
      message: known?.person ?? 'Something failed on our side after the call had begun.',
      at: parts.clock.now(),
    });
    if (state === 'unknown') {
      await parts.audit.append(tx, {
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

export function aboutOf(row: AttemptRow): Record<string, string> {
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

/** The service may hand out the token by itself, or only as the last part of the migration address. */
function fingerprintOf(parts: CreationParts, token: string | null, redirectUrl: string | null): string | null {
  const last =
    redirectUrl !== null && URL.canParse(redirectUrl) ? new URL(redirectUrl).pathname.split('/').at(-1) : null;
  const secret = token ?? last;
  return secret ? parts.sealer.fingerprint(tokenPurpose, secret) : null;
}

async function close(
  tx: Db,
  row: AttemptRow,
  end: { state: AttemptRow['state']; importId?: string; message: string; errors?: readonly unknown[]; at: Date },
): Promise<AttemptRow> {
  const closed = await moveAttempt(tx, {
    id: row.id,
    // A sweep may have called it unknown while the answer was on its way; a whole answer still counts.
    from: ['sending', 'unknown'],
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
