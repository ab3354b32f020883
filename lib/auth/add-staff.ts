import { appendAudit } from '../audit/append-audit';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../contract/caller';
import { type AddStaffBody, type StaffWithLink, addStaffBodySchema } from '../contract/staff';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import { findStaffByEmail, insertStaff, lockActiveAdmins } from '../store/staff/staff';
import type { AuthDeps } from './auth-deps';
import { createAccountLink } from './create-account-link';
import { checkPassword, hashPassword } from './passwords';

/** Without a password, the owner of a local account chooses one at the link. Company accounts have neither. */
export async function addStaff(
  deps: AuthDeps,
  person: AddStaffBody & { password?: string | undefined; caller: Caller },
): Promise<StaffWithLink> {
  const { database, clock } = deps;
  const parsed = addStaffBodySchema.safeParse(person);
  if (!parsed.success) {
    throw new LandfallError('invalid', { errors: [{ field: 'email', message: 'Enter a valid e-mail address' }] });
  }
  const { email, role, way } = parsed.data;
  const name = parsed.data.name || email;
  const password = way === 'local' ? person.password : undefined;
  if (password !== undefined) await checkPassword(password, email);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const id = randomUUID();
  return database.transaction(async (tx) => {
    // Before the audit log is locked, because the link refers to the admin who is shown it.
    await lockActiveAdmins(tx);
    const inserted = await insertStaff(tx, {
      id,
      email,
      name,
      role,
      source: way,
      passwordHash,
      passwordChangedAt: passwordHash === null ? null : clock.now(),
      createdAt: clock.now(),
    });
    if (inserted === undefined) throw emailTakenError(await findStaffByEmail(tx, email));
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: id });
    await appendAudit(deps, tx, { caller: person.caller, action: 'staff.added', subject: email, after: { role, way } });
    const needsLink = way === 'local' && password === undefined;
    return {
      id,
      email,
      link: needsLink ? await createAccountLink(deps, tx, { id, email, caller: person.caller }) : null,
    };
  });
}

function emailTakenError(row: { disabledAt: Date | null } | undefined): LandfallError {
  const message = row?.disabledAt ? 'Already exists and is disabled: enable it instead' : 'Already exists';
  return new LandfallError('conflict', {
    userMessage: `This e-mail address ${message.toLowerCase()}.`,
    errors: [{ field: 'email', message }],
  });
}
