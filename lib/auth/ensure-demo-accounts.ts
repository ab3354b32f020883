import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendAudit } from '../audit/append-audit';
import { systemCaller } from '../contract/caller';
import { roles } from '../contract/roles';
import { type DemoAccount, demoAccountSchema } from '../contract/staff';
import { z } from 'zod';
import { errorCode } from '../core/error-code.mjs';
import { parseJson } from '../core/parse-json';
import { recordChange } from '../store/events/changes';
import { endStaffSessions } from '../store/staff/sessions';
import { disableDemoStaff, findStaffByEmail, insertStaff, updateStaff } from '../store/staff/staff';
import type { AuthDeps } from './auth-deps';
import { generatePassword, hashPassword, verifyPassword } from './passwords';

type Deps = Pick<AuthDeps, 'database' | 'cipher' | 'clock'>;

const fileSchema = z.array(demoAccountSchema).length(roles.length);

/** Passwords are kept in a file with owner-only access, so that the next start prints the same ones. */
export async function ensureDemoAccounts(deps: Deps & { folder: string }): Promise<DemoAccount[]> {
  const { database, clock } = deps;
  const accounts = await readOrCreateAccounts(deps.folder);
  const usable: DemoAccount[] = [];
  for (const account of accounts) {
    const row = await findStaffByEmail(database.db, account.email);
    // A real account has this address.
    if (row !== undefined && row.source !== 'demo') continue;
    usable.push(account);
    if (row?.disabledAt === null && (await verifyPassword(row.passwordHash, account.password))) continue;
    const passwordHash = await hashPassword(account.password);
    await database.transaction(async (tx) => {
      if (row) await updateStaff(tx, row.id, { passwordHash, disabledAt: null, role: account.role });
      else {
        await insertStaff(tx, {
          id: randomUUID(),
          email: account.email,
          name: `Demo ${account.role}`,
          role: account.role,
          source: 'demo',
          passwordHash,
          createdAt: clock.now(),
        });
      }
      await appendAudit(deps, tx, {
        caller: systemCaller,
        action: row ? 'staff.enabled' : 'staff.added',
        subject: account.email,
        after: { role: account.role, way: 'demo' },
      });
    });
  }
  return usable;
}

export async function disableDemoAccounts(deps: Deps): Promise<number> {
  return deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const disabled = await disableDemoStaff(tx, at);
    for (const row of disabled) {
      await endStaffSessions(tx, [row.id], at);
      await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
      await appendAudit(deps, tx, {
        caller: systemCaller,
        action: 'staff.disabled',
        subject: row.email,
        after: { reason: 'demo accounts exist in the demo alone' },
      });
    }
    return disabled.length;
  });
}

async function readOrCreateAccounts(folder: string): Promise<DemoAccount[]> {
  const path = join(folder, 'demo-accounts.json');
  const fresh = roles.map((role) => ({ email: `${role}@demo.example`, role, password: generatePassword() }));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return fresh;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stored = fileSchema.safeParse(parseJson(await readFile(path, 'utf8')));
  if (stored.success) return stored.data;
  // A corrupt file must not prevent the demo from starting.
  await writeFile(path, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600 });
  return fresh;
}
