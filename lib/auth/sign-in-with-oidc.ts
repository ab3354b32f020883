import { randomUUID } from 'node:crypto';
import type { Audit } from '../audit/create-audit';
import type { Caller } from '../contract/caller';
import type { Clock } from '../core/clock';
import { recordChange } from '../store/changes';
import type { Database, Db } from '../store/database';
import {
  type StaffRow,
  findStaffByEmail,
  findStaffByOidcSubject,
  insertStaff,
  lockStaff,
  updateStaff,
} from '../store/staff';
import { mayEnter, toStaffMember } from './create-sessions';
import type { RefusalBook } from './create-refusal-book';
import type { StaffMember } from './identity';
import { type ClaimsVerdict, type OidcRules, judgeClaims } from './judge-claims';

type OidcRefusal = Extract<ClaimsVerdict, { ok: false }>['reason'] | 'UnknownPerson' | 'Disabled' | 'OtherIdentity';

export type OidcSignIn = { ok: true; staff: StaffMember } | { ok: false; reason: OidcRefusal };

/**
 * From verified claims to a person here: found by the issuer's own identifier, else by e-mail address, else made if the
 * settings say so. Where a role claim is configured it rules at every sign-in.
 */
export async function signInWithOidc(
  parts: { database: Database; clock: Clock; audit: Audit; refusals: RefusalBook; rules: OidcRules; demo: boolean },
  signIn: { claims: Readonly<Record<string, unknown>>; caller: Caller },
): Promise<OidcSignIn> {
  const { database, refusals, rules } = parts;
  const verdict = judgeClaims(signIn.claims, rules);
  const result: OidcSignIn = verdict.ok
    ? await database.transaction((tx) => admit(tx, parts, verdict, signIn.caller))
    : { ok: false, reason: verdict.reason };
  if (!result.ok) {
    await refusals.note({ caller: signIn.caller, place: 'sign-in', reason: `company account: ${result.reason}` });
  }
  return result;
}

type Admitted = Extract<ClaimsVerdict, { ok: true }>;

async function admit(
  tx: Db,
  parts: { clock: Clock; audit: Audit; rules: OidcRules; demo: boolean },
  person: Admitted,
  caller: Caller,
): Promise<OidcSignIn> {
  const found = (await findStaffByOidcSubject(tx, person.subject)) ?? (await findStaffByEmail(tx, person.email));
  const row = found && (await lockStaff(tx, found.id));
  if (row === undefined) return make(tx, parts, person, caller);
  // The address was given to somebody else at the issuer since: not the person whose row this is.
  if (row.oidcSubject !== null && row.oidcSubject !== person.subject) return { ok: false, reason: 'OtherIdentity' };
  // An address the issuer did not verify opens only an account that was invited for this way of signing in.
  if (row.oidcSubject === null && row.source !== 'oidc' && !person.emailVerified) {
    return { ok: false, reason: 'UnverifiedEmail' };
  }
  if (!mayEnter(row, parts.demo) || row.source === 'demo') return { ok: false, reason: 'Disabled' };
  const role = person.role ?? row.role;
  const named = row.name === '' || row.name === row.email ? person.name : row.name;
  if (row.oidcSubject === null || role !== row.role || named !== row.name) {
    await updateStaff(tx, row.id, { oidcSubject: person.subject, role, name: named });
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
  }
  const after: StaffRow = { ...row, role, name: named };
  if (row.oidcSubject === null || role !== row.role) {
    await parts.audit.append(tx, {
      caller: { ...caller, actor: { kind: 'staff', ...toStaffMember(after) } },
      action: role === row.role ? 'staff.linked' : 'staff.role_changed',
      subject: row.email,
      before: { role: row.role },
      after: { role, by: 'company account' },
    });
  }
  return { ok: true, staff: toStaffMember(after) };
}

async function make(
  tx: Db,
  parts: { clock: Clock; audit: Audit; rules: OidcRules },
  person: Admitted,
  caller: Caller,
): Promise<OidcSignIn> {
  const role = person.role ?? (parts.rules.unknown === 'viewer' ? 'viewer' : undefined);
  if (role === undefined) return { ok: false, reason: 'UnknownPerson' };
  const made = await insertStaff(tx, {
    id: randomUUID(),
    email: person.email,
    name: person.name,
    role,
    source: 'oidc',
    oidcSubject: person.subject,
    createdAt: parts.clock.now(),
  });
  // Two browsers of the same person at the same moment: the other one made the row, and trying again finds it.
  if (made === undefined) return { ok: false, reason: 'UnknownPerson' };
  await recordChange(tx, { kind: 'staff', environment: 'live', subject: made.id });
  await parts.audit.append(tx, {
    caller: { ...caller, actor: { kind: 'staff', ...toStaffMember(made) } },
    action: 'staff.added',
    subject: made.email,
    after: { role, way: 'oidc', by: 'company account' },
  });
  return { ok: true, staff: toStaffMember(made) };
}
