import { randomInt, randomUUID } from 'node:crypto';
import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import { addStaffBodySchema } from '../contract/staff';
import { recordChange } from '../store/events/changes';
import { addSetupCode, deleteSetupCodes, findSetupCode, hasOwnStaff } from '../store/staff/setup-codes';
import { findStaffByEmail, insertStaff, updateStaff } from '../store/staff/staff';
import { lockBuckets } from '../store/staff/throttle';
import type { AuthDeps } from './auth-deps';
import { createAccountLink } from './create-account-link';
import { addressBucket, limitAttempts } from './limit-attempts';

/** Without letters and digits that look alike: 60 bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const validMs = 24 * 3_600_000;
const purpose = 'setup code';

/** Outside the demo, until one account has a password. With company sign-in, the provider or a command makes the first admin. */
export async function isSetupOpen({ database, settings }: AuthDeps): Promise<boolean> {
  return !settings.demo && settings.oidc === undefined && !(await hasOwnStaff(database.db));
}

/** A new code to print at start; null if no first admin is needed. */
export async function createSetupCode(deps: AuthDeps): Promise<string | null> {
  if (!(await isSetupOpen(deps))) return null;
  const code = Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(32)]).join('')).join(
    '-',
  );
  const at = deps.clock.now();
  await deps.database.transaction((tx) => addSetupCode(tx, { fingerprint: fingerprintOf(deps, code), ...validAt(at) }));
  return code;
}

type FirstAdminResult = { kind: 'created'; url: string } | { kind: 'closed' | 'wrong' | 'throttled' | 'email' };

/** The holder of a code becomes the first admin, and chooses a password at the link. One code works, once. */
export async function createFirstAdmin(
  deps: AuthDeps,
  given: { code: string; email: string; name: string; caller: Caller },
): Promise<FirstAdminResult> {
  const parsed = addStaffBodySchema.safeParse({ ...given, role: 'admin', way: 'local' });
  if (!(await isSetupOpen(deps))) return { kind: 'closed' };
  if (!parsed.success) return { kind: 'email' };
  const { email } = parsed.data;
  const caller: Caller = { ...given.caller, actor: { kind: 'command', name: 'setup code' } };
  const attempt = await limitAttempts(
    deps,
    { buckets: [addressBucket(given.caller)], caller: given.caller, wrong: 'wrong setup code' },
    () =>
      deps.database.transaction(async (tx): Promise<FirstAdminResult | undefined> => {
        // Two holders of codes, one after the other.
        await lockBuckets(tx, [{ name: purpose, max: 1, windowMs: 0 }]);
        const at = deps.clock.now();
        const known = await findSetupCode(tx, { fingerprint: fingerprintOf(deps, given.code), ...validAt(at) });
        if (!known) return undefined;
        if (await hasOwnStaff(tx)) return { kind: 'closed' };
        const existing = await findStaffByEmail(tx, email);
        if (existing && existing.source !== 'local') return { kind: 'email' };
        await deleteSetupCodes(tx);
        const id = existing?.id ?? randomUUID();
        if (existing) await updateStaff(tx, id, { role: 'admin', disabledAt: null });
        else {
          const name = parsed.data.name || email;
          await insertStaff(tx, { id, email, name, role: 'admin', source: 'local', createdAt: at });
        }
        await recordChange(tx, { kind: 'staff', environment: 'live', subject: id });
        await appendAudit(deps, tx, {
          caller,
          action: existing ? 'staff.role_changed' : 'staff.added',
          subject: email,
          after: { role: 'admin', way: 'setup code' },
        });
        const { url } = await createAccountLink(deps, tx, { id, email, caller });
        return { kind: 'created', url };
      }),
  );
  return attempt.ok ? attempt.value : { kind: attempt.reason };
}

const validAt = (at: Date) => ({ at, validAfter: new Date(at.getTime() - validMs) });

/** Case and separators do not count: the code is copied from a terminal by hand. */
function fingerprintOf({ cipher }: AuthDeps, code: string): string {
  return cipher.fingerprint(purpose, code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}
