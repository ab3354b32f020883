import { appendAudit } from '../audit/append-audit';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { recordChange } from '../store/events/changes';
import { sweepApiKeys } from '../store/staff/api-keys';
import {
  endSession as endSessionRow,
  findSessionWithStaff,
  insertSession,
  sweepSessions as sweepSessionRows,
  touchSession,
} from '../store/staff/sessions';
import { sweepChallenges } from '../store/staff/passkey-challenges';
import { findPasskey } from '../store/staff/passkeys';
import { type StaffRow, lockStaff, touchStaff } from '../store/staff/staff';
import { sweepThrottle } from '../store/staff/throttle';
import type { AuthDeps, Identity, StaffMember } from './auth-deps';
import { deniedCallWindowMs } from './create-denied-call-log';
import { findPasskeyStep } from './passkey-step';
import { readSessionId } from './session-cookie';

/** A session ends `idleMs` after the person's last activity, and at the latest `absoluteMs` after it began. */
export const sessionLimits = { idleMs: 12 * 3_600_000, absoluteMs: 24 * 3_600_000 };

const activityIntervalMs = 60_000;

export type SignInWay = 'password' | 'passkey' | 'company account';

/** What a sign-in was checked against. */
export type SignInProof = { passwordHash: string | null } | { passkeyId: string } | { oidcSubject: string };

export function startSession(
  deps: AuthDeps,
  session: {
    staff: StaffMember;
    caller: Caller;
    userAgent: string;
    way: SignInWay;
    proof?: SignInProof | undefined;
    replaces?: string | undefined;
    /** When a company account last asked the person to sign in, if it says so. */
    provenAt?: Date | undefined;
  },
): Promise<string> {
  const { staff, caller, userAgent, way, proof, replaces, provenAt } = session;
  return deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const id = randomUUID();
    const row = await lockStaff(tx, staff.id);
    if (!row || !maySignIn(deps, row) || (proof && !(await isCurrent(tx, row, proof)))) {
      throw new LandfallError('unauthenticated', 'This account was changed a moment ago. Sign in again.');
    }
    if (replaces !== undefined) await endSessionRow(tx, replaces, at);
    await insertSession(tx, {
      id,
      staffId: staff.id,
      createdAt: at,
      lastActiveAt: at,
      authenticatedAt: provenAt !== undefined && provenAt < at ? provenAt : at,
      // The identity provider decides what a company account needs.
      passkeyAt: way === 'password' ? null : at,
      address: caller.address.slice(0, 100),
      userAgent: userAgent.toWellFormed().replaceAll('\u0000', '').slice(0, 300),
    });
    await touchStaff(tx, staff.id, at);
    await appendAudit(deps, tx, {
      caller: { ...caller, actor: { kind: 'staff', ...staff } },
      action: 'session.started',
      subject: staff.email,
      after: { way },
    });
    return id;
  });
}

/** A change of the account that ends its sessions must not miss a session that is just starting. */
async function isCurrent(tx: Db, row: StaffRow, proof: SignInProof): Promise<boolean> {
  if ('passwordHash' in proof) return proof.passwordHash === row.passwordHash;
  if ('oidcSubject' in proof) return proof.oidcSubject === row.oidcSubject;
  return (await findPasskey(tx, proof.passkeyId))?.staffId === row.id;
}

/**
 * After the person has proved again who they are: a new session id, so that a stolen old cookie gains nothing. The
 * absolute limit stays.
 */
export function renewSession(
  deps: AuthDeps,
  { identity, caller, way }: { identity: Identity; caller: Caller; way: 'password' | 'passkey' | 'recovery code' },
): Promise<string> {
  return deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    // Ending all sessions of a person holds this lock, and would not see the new one.
    await lockStaff(tx, identity.staff.id);
    const row = await findSessionWithStaff(tx, identity.sessionId);
    if (row === undefined || !(await endSessionRow(tx, identity.sessionId, at))) throw sessionEnded();
    const id = randomUUID();
    await insertSession(tx, {
      ...row.session,
      id,
      lastActiveAt: at,
      authenticatedAt: at,
      passkeyAt: way === 'password' ? row.session.passkeyAt : at,
    });
    await appendAudit(deps, tx, { caller, action: 'session.confirmed', subject: row.staff.email, after: { way } });
    return id;
  });
}

/** For a request that was authorised before its account was locked. */
export async function rejectEndedSession(tx: Db, { sessionId }: Identity): Promise<void> {
  const row = await findSessionWithStaff(tx, sessionId);
  if (row === undefined || row.session.endedAt !== null) throw sessionEnded();
}

function sessionEnded(): LandfallError {
  return new LandfallError('unauthenticated', 'This session has ended. Sign in again.');
}

/** The database row decides whether a session is valid; the cookie only holds its id. */
export async function identify(deps: AuthDeps, cookieHeader: string | null): Promise<Identity | undefined> {
  const sessionId = await readSessionId(deps, cookieHeader);
  const row = sessionId === undefined ? undefined : await findSessionWithStaff(deps.database.db, sessionId);
  if (row === undefined || !maySignIn(deps, row.staff)) return undefined;
  const { id, endedAt, createdAt, lastActiveAt, authenticatedAt } = row.session;
  const nowMs = deps.clock.now().getTime();
  const over =
    endedAt !== null ||
    nowMs >= lastActiveAt.getTime() + sessionLimits.idleMs ||
    nowMs >= createdAt.getTime() + sessionLimits.absoluteMs;
  if (over) return undefined;
  const passkeyStep = await findPasskeyStep(deps, row);
  return { staff: toStaffMember(row.staff), sessionId: id, lastActiveAt, authenticatedAt, passkeyStep };
}

export async function recordActivity(deps: AuthDeps, { sessionId, staff, lastActiveAt }: Identity): Promise<void> {
  const at = deps.clock.now();
  if (at.getTime() - lastActiveAt.getTime() < activityIntervalMs) return;
  await touchSession(deps.database.db, sessionId, at);
  await touchStaff(deps.database.db, staff.id, at);
}

export async function endSession(deps: AuthDeps, sessionId: string, caller: Caller): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const row = await findSessionWithStaff(tx, sessionId);
    if (row === undefined || !(await endSessionRow(tx, sessionId, deps.clock.now()))) return;
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.staff.id });
    await appendAudit(deps, tx, {
      caller: { ...caller, actor: { kind: 'staff', ...toStaffMember(row.staff) } },
      action: 'session.ended',
      subject: row.staff.email,
    });
  });
}

export async function sweepSessions({ database, clock }: AuthDeps): Promise<void> {
  const nowMs = clock.now().getTime();
  await sweepThrottle(database.db, {
    hits: new Date(nowMs - 2 * 24 * 3_600_000),
    deniedCalls: new Date(nowMs - 7 * deniedCallWindowMs),
  });
  await sweepChallenges(database.db, new Date(nowMs));
  await sweepApiKeys(database.db, new Date(nowMs - 90 * 24 * 3_600_000));
  await sweepSessionRows(database.db, new Date(nowMs - 30 * 24 * 3_600_000));
}

export function maySignIn(deps: Pick<AuthDeps, 'settings'>, row: StaffRow): boolean {
  return row.disabledAt === null && (row.source !== 'demo' || deps.settings.demo);
}

export function toStaffMember(row: StaffRow): StaffMember {
  return { id: row.id, email: row.email, name: row.name, role: row.role };
}
