import { isInEffect } from '../contract/decision-in-effect';
import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { recordRequestEvent, recordStaffEvent } from '../store/outbox/events';
import {
  listDecisions,
  lockDecisions,
  lockDecisionsOf,
  readDecisionSubject,
  refreshDecisionSummary,
} from '../store/sponsorship/decisions';
import {
  findOpenRequest,
  insertFullRequest,
  keepRequestsClosed,
  lockRequest,
  matchRequest,
  verifyRequest,
  getRequest,
  closeRequest,
} from '../store/sponsorship/full-requests';
import { pointlessReason } from './odd-status';
import type { SponsorshipDeps } from './sponsorship-deps';

export interface FullRequestInput {
  /** A repeated submission has the same id. */
  id?: string;
  caller: Caller;
  environment: Environment;
  /** Null for a request that an agent has to match to an import first. */
  importId: string | null;
  source: 'agent' | 'customer' | 'operator_page' | 'sample_complete';
  /** True if an agent spoke with the customer, or the customer used their own signed link. */
  verified: boolean;
  username?: string | null;
  tool?: string | null;
  message: string;
}

/** Does nothing while an open request exists for the import. */
export async function requestFullMigration(
  deps: SponsorshipDeps,
  input: FullRequestInput,
): Promise<{ id: string; added: boolean }> {
  if (deps.whoPays === 'customer' && input.source !== 'sample_complete') {
    throw new LandfallError(
      'conflict',
      'Customers buy the full migration at the service (WHO_PAYS), so there is nothing to request.',
    );
  }
  return deps.database.transaction(async (tx) => {
    const { environment, importId } = input;
    await lockDecisionsOf(tx, input);
    const id = input.id ?? deps.newId();
    // It may have been closed since.
    if (input.id !== undefined && (await getRequest(tx, id))) return { id, added: true };
    const subject = importId === null ? null : await readDecisionSubject(tx, environment, importId);
    if (subject === undefined) {
      throw new LandfallError('not_found', 'No import has this id. Look it up first.');
    }
    const pointless = subject === null ? undefined : pointlessReason(subject);
    if (importId !== null && (await isAccepted(tx, environment, importId))) {
      throw new LandfallError(
        'conflict',
        'Sponsorship was already accepted for this import. There is nothing to request.',
      );
    }
    if (pointless !== undefined) throw new LandfallError('conflict', `${pointless} There is nothing to request.`);
    const at = deps.clock.now();
    const added = await insertFullRequest(tx, {
      id,
      environment,
      importId,
      source: input.source,
      verified: input.verified,
      username: subject?.username ?? input.username ?? null,
      tool: input.tool ?? null,
      message: input.message,
      by: actorName(input.caller.actor),
      requestedAt: at,
    });
    const request =
      added ?? (await (importId === null ? getRequest(tx, id) : findOpenRequest(tx, environment, importId)));
    if (!request) throw new LandfallError('conflict', 'Someone else changed this first. Reload to see the result.');
    // A repeated request from a verified source verifies the first one.
    const nowVerified = !added && input.verified && !request.verified;
    if (nowVerified) await verifyRequest(tx, request.id);
    // A new request replaces those that a status has closed.
    if (added && importId !== null) await keepRequestsClosed(tx, environment, importId);
    if (added || nowVerified) {
      if (importId !== null) await refreshDecisionSummary(tx, environment, importId);
      await recordChange(tx, { kind: 'request', environment, subject: importId ?? request.id });
      await appendAudit(deps, tx, {
        caller: input.caller,
        action: added ? 'request.filed' : 'request.verified',
        environment,
        subject: importId ?? request.id,
        after: { request: request.id, source: input.source, verified: input.verified, message: input.message },
      });
    }
    if (added) {
      if (importId !== null && subject !== null) {
        await recordRequestEvent(tx, { environment, importId, status: subject.statusKey });
      }
      await recordStaffEvent(tx, {
        kind: 'request_waiting',
        environment,
        importId,
        text: describeForStaff(input),
      });
    }
    return { id: request.id, added: added !== undefined };
  });
}

function describeForStaff({ importId, source }: FullRequestInput): string {
  if (importId === null) return 'A request matched no import.';
  return source === 'sample_complete' ? 'Queued because the sample is complete.' : 'A full migration was requested.';
}

export async function matchFullRequest(
  deps: SponsorshipDeps,
  input: { caller: Caller; requestId: string; importId: string },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const found = await getRequest(tx, input.requestId);
    if (found) await lockDecisions(tx, found.environment, input.importId);
    const request = await lockRequest(tx, input.requestId);
    if (!request) throw new LandfallError('not_found', 'This request does not exist.');
    if (request.importId === input.importId) return;
    if (request.importId !== null || request.closedAt !== null) {
      throw new LandfallError('conflict', 'Someone else has handled this request.');
    }
    const subject = await readDecisionSubject(tx, request.environment, input.importId);
    if (!subject) throw new LandfallError('not_found', 'No import has this id. Look it up first.');
    if (await isAccepted(tx, request.environment, input.importId)) {
      throw new LandfallError(
        'conflict',
        'Sponsorship was already accepted for this import. Dismiss the request, or match it to another import.',
      );
    }
    const open = await findOpenRequest(tx, request.environment, input.importId);
    if (open) await closeRequest(tx, request.id, { at: deps.clock.now(), reason: 'the import has a request already' });
    else await matchRequest(tx, request.id, input.importId);
    await refreshDecisionSummary(tx, request.environment, input.importId);
    const { environment } = request;
    if (!open) await recordRequestEvent(tx, { environment, importId: input.importId, status: subject.statusKey });
    await recordChange(tx, { kind: 'request', environment: request.environment, subject: input.importId });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'request.matched',
      environment: request.environment,
      subject: input.importId,
      after: { request: request.id },
    });
  });
}

export async function dismissFullRequest(
  deps: SponsorshipDeps,
  input: { caller: Caller; requestId: string; reason: string },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const found = await getRequest(tx, input.requestId);
    if (found) await lockDecisionsOf(tx, found);
    const request = await lockRequest(tx, input.requestId);
    if (!request || request.closedAt !== null) throw new LandfallError('not_found', 'This request is already closed.');
    if (request.importId !== found?.importId) {
      throw new LandfallError('conflict', 'Someone else has just matched this request to an import.');
    }
    await closeRequest(tx, request.id, { at: deps.clock.now(), reason: input.reason || 'dismissed' });
    if (request.importId !== null) await refreshDecisionSummary(tx, request.environment, request.importId);
    await recordChange(tx, {
      kind: 'request',
      environment: request.environment,
      subject: request.importId ?? request.id,
    });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'request.dismissed',
      environment: request.environment,
      subject: request.importId ?? request.id,
      after: { request: request.id, reason: input.reason },
    });
  });
}

async function isAccepted(tx: Db, environment: Environment, importId: string): Promise<boolean> {
  const decision = (await listDecisions(tx, environment, importId)).find(isInEffect);
  return decision !== undefined && decision.kind !== 'reject';
}
