import { appendAudit } from '../audit/append-audit';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import type { Db } from '../store/database/database';
import { endStaffSessions } from '../store/staff/sessions';
import { withdrawLinksShownTo } from '../store/staff/account-links';
import {
  findStaffByEmail,
  findStaffByOidcSubject,
  insertStaff,
  lockActiveAdmins,
  lockStaff,
  updateStaff,
} from '../store/staff/staff';
import type { AuthDeps, StaffMember } from './auth-deps';
import { type ClaimsResult, evaluateClaims } from './evaluate-claims';
import { maySignIn, toStaffMember, type SignInProof } from './sessions';
import { changeStaff, isLastAdmin } from './staff-operations';

type OidcSignInError = Extract<ClaimsResult, { ok: false }>['reason'] | 'UnknownPerson' | 'Disabled' | 'OtherIdentity';

type OidcSignInResult =
  | { ok: true; staff: StaffMember; proof: SignInProof; provenAt?: Date }
  | { ok: false; reason: OidcSignInError };

/** Finds the person by the issuer's identifier, then by email. A role claim is applied at every sign-in. */
export async function signInWithOidc(
  deps: AuthDeps,
  signIn: { claims: Readonly<Record<string, unknown>>; caller: Caller },
): Promise<OidcSignInResult> {
  const { oidc } = deps.settings;
  if (oidc === undefined) throw new LandfallError('not_found');
  const verdict = evaluateClaims(signIn.claims, oidc);
  if (!verdict.ok && verdict.reason === 'NoRole') await removeRole(deps, verdict.subject, signIn.caller);
  const result: OidcSignInResult = verdict.ok
    ? await deps.database.transaction((tx) => findOrCreateStaff(tx, deps, verdict, signIn.caller))
    : { ok: false, reason: verdict.reason };
  if (!result.ok) {
    await deps.recordDeniedCall({
      caller: signIn.caller,
      route: 'sign-in',
      reason: `company account: ${result.reason}`,
    });
  }
  const provenAt = readAuthTime(signIn.claims);
  return result.ok && provenAt !== undefined ? { ...result, provenAt } : result;
}

/** When the person last proved who they are. Issuers may omit it; then this sign-in counts. */
function readAuthTime(claims: Readonly<Record<string, unknown>>): Date | undefined {
  const seconds = claims['auth_time'];
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined;
}

type AcceptedClaims = Extract<ClaimsResult, { ok: true }>;

async function findOrCreateStaff(
  tx: Db,
  deps: AuthDeps,
  claims: AcceptedClaims,
  caller: Caller,
): Promise<OidcSignInResult> {
  // Before the account, like every change of staff, to avoid deadlocks.
  const admins = await lockActiveAdmins(tx);
  const found = (await findStaffByOidcSubject(tx, claims.subject)) ?? (await findStaffByEmail(tx, claims.email));
  const row = found && (await lockStaff(tx, found.id));
  if (row === undefined) return createStaff(tx, deps, claims, caller);
  const isLinked = row.oidcSubject === claims.subject;
  // The issuer has since given this address to another person.
  if (!isLinked && row.oidcSubject !== null && issuerOf(row.oidcSubject) === issuerOf(claims.subject)) {
    return { ok: false, reason: 'OtherIdentity' };
  }
  // An unverified address can only open an account that was invited for company sign-in and is not linked.
  const isInvited = row.source === 'oidc' && row.oidcSubject === null;
  if (!isLinked && !isInvited && !claims.emailVerified) return { ok: false, reason: 'UnverifiedEmail' };
  if (!maySignIn(deps, row) || row.source === 'demo') return { ok: false, reason: 'Disabled' };
  const isKept = isLastAdmin(admins, row) && claims.role !== undefined && claims.role !== row.role;
  const role = isKept ? row.role : (claims.role ?? row.role);
  const name = row.name === '' || row.name === row.email ? claims.name : row.name;
  if (!isLinked || role !== row.role || name !== row.name) {
    await updateStaff(tx, row.id, { oidcSubject: claims.subject, role, name });
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
  }
  const staff = toStaffMember({ ...row, role, name });
  const entry = {
    caller: { ...caller, actor: { kind: 'staff' as const, ...staff } },
    subject: row.email,
    before: { role: row.role },
  };
  const after = { role, by: 'company account' };
  if (!isLinked) {
    // The link to another issuer is replaced, and what it opened ends.
    const ended = row.oidcSubject !== null && {
      sessionsEnded: await endStaffSessions(tx, [row.id], deps.clock.now()),
    };
    await appendAudit(deps, tx, { ...entry, action: 'staff.linked', after: { ...after, ...ended } });
  }
  if (isKept) {
    await appendAudit(deps, tx, { ...entry, action: 'staff.role_kept', after: { ...after, inDirectory: claims.role } });
  }
  if (role !== row.role) {
    const withdrawn = row.role === 'admin' && {
      linksWithdrawn: await withdrawLinksShownTo(tx, row.id, deps.clock.now()),
    };
    await appendAudit(deps, tx, { ...entry, action: 'staff.role_changed', after: { ...after, ...withdrawn } });
  }
  return { ok: true, staff, proof: { oidcSubject: claims.subject } };
}

/** The directory gives this person no role any more, but a password or a passkey may still open the account. */
async function removeRole(deps: AuthDeps, subject: string, caller: Caller): Promise<void> {
  const found = await findStaffByOidcSubject(deps.database.db, subject);
  if (found === undefined) return;
  const actor = { kind: 'staff' as const, ...toStaffMember(found) };
  await changeStaff(deps, { id: found.id, caller: { ...caller, actor } }, async (tx, row, isLast) => {
    if (row.oidcSubject !== subject) return undefined;
    const before = { role: row.role };
    const by = 'company account';
    if (isLast) return { action: 'staff.role_kept', before, after: { ...before, by, inDirectory: null } };
    const at = deps.clock.now();
    const sessionsEnded = await endStaffSessions(tx, [row.id], at);
    if (row.role === 'viewer') {
      return sessionsEnded === 0 ? undefined : { action: 'staff.signed_out_everywhere', after: { by, sessionsEnded } };
    }
    await updateStaff(tx, row.id, { role: 'viewer' });
    const linksWithdrawn = await withdrawLinksShownTo(tx, row.id, at);
    return { action: 'staff.role_changed', before, after: { role: 'viewer', by, sessionsEnded, linksWithdrawn } };
  });
}

const issuerOf = (subject: string) => subject.slice(0, subject.indexOf('|'));

async function createStaff(tx: Db, deps: AuthDeps, claims: AcceptedClaims, caller: Caller): Promise<OidcSignInResult> {
  const role = claims.role ?? (deps.settings.oidc?.unknown === 'viewer' ? 'viewer' : undefined);
  if (role === undefined) return { ok: false, reason: 'UnknownPerson' };
  const inserted = await insertStaff(tx, {
    id: randomUUID(),
    email: claims.email,
    name: claims.name,
    role,
    source: 'oidc',
    oidcSubject: claims.subject,
    createdAt: deps.clock.now(),
  });
  // A concurrent sign-in of the same person created the row; the next attempt finds it.
  if (inserted === undefined) return { ok: false, reason: 'UnknownPerson' };
  await recordChange(tx, { kind: 'staff', environment: 'live', subject: inserted.id });
  await appendAudit(deps, tx, {
    caller: { ...caller, actor: { kind: 'staff', ...toStaffMember(inserted) } },
    action: 'staff.added',
    subject: inserted.email,
    after: { role, way: 'oidc', by: 'company account' },
  });
  return { ok: true, staff: toStaffMember(inserted), proof: { oidcSubject: claims.subject } };
}
