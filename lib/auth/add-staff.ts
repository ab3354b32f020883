import { appendAudit } from '../audit/append-audit';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../contract/caller';
import { type AddStaffBody, type StaffWithPassword, addStaffBodySchema } from '../contract/staff';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import { findStaffByEmail, insertStaff } from '../store/staff/staff';
import { checkPassword, generatePassword, hashPassword } from './passwords';
import type { AuthDeps } from './auth-deps';

/** Returns the password only if it was generated here. Company accounts have none. */
export async function addStaff(
  deps: AuthDeps,
  person: AddStaffBody & { password?: string | undefined; caller: Caller },
): Promise<StaffWithPassword> {
  const { database, clock } = deps;
  const parsed = addStaffBodySchema.safeParse(person);
  if (!parsed.success) {
    throw new LandfallError('invalid', { errors: [{ field: 'email', message: 'Is not an e-mail address' }] });
  }
  const { email, role, way } = parsed.data;
  const name = parsed.data.name || email;
  const password = way === 'local' ? (person.password ?? generatePassword()) : null;
  if (password !== null) checkPassword(password);
  const passwordHash = password === null ? null : await hashPassword(password);
  const id = randomUUID();
  await database.transaction(async (tx) => {
    const inserted = await insertStaff(tx, {
      id,
      email,
      name,
      role,
      source: way,
      passwordHash,
      createdAt: clock.now(),
    });
    if (inserted === undefined) throw emailTakenError(await findStaffByEmail(tx, email));
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: id });
    await appendAudit(deps, tx, { caller: person.caller, action: 'staff.added', subject: email, after: { role, way } });
  });
  return { id, email, password: person.password === undefined ? password : null };
}

function emailTakenError(row: { disabledAt: Date | null } | undefined): LandfallError {
  const message = row?.disabledAt ? 'Is there already, disabled: enable it instead' : 'Is there already';
  return new LandfallError('conflict', {
    userMessage: `This e-mail address ${message.toLowerCase()}.`,
    errors: [{ field: 'email', message }],
  });
}
