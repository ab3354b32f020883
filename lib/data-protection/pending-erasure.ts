import { z } from 'zod';
import type { Caller } from '../contract/caller';
import { roles } from '../contract/roles';
import { LandfallError } from '../core/errors';
import { decryptPendingName, encryptPendingName, pendingErasurePrefix } from '../imports/erasures/pending-erasures';
import type { Db } from '../store/database/database';
import {
  deleteInstallationValue,
  listInstallationValues,
  lockInstallationValue,
  writeInstallationValue,
} from '../store/database/installation';
import type { DataProtectionDeps } from './data-protection-deps';

const pendingSchema = z.object({
  username: z.string(),
  addresses: z.array(z.string()).default([]),
  begunAt: z.iso.datetime(),
  caller: z.object({
    actor: z.object({
      kind: z.literal('staff'),
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
    }),
    address: z.string(),
    requestId: z.string(),
  }),
  step: z.int().nonnegative(),
  cursor: z.string(),
  rows: z.record(z.string(), z.number()),
});

/** An erasure that was begun. Its progress is stored, so that another process can finish it. */
export interface PendingErasure {
  id: string;
  username: string;
  /** Other addresses of the customer, kept here because their contacts are deleted first. */
  addresses: readonly string[];
  begunAt: Date;
  caller: Caller;
  step: number;
  cursor: string;
  rows: Record<string, number>;
}

type Deps = Pick<DataProtectionDeps, 'cipher' | 'clock'>;

export async function savePending(deps: Deps, tx: Db, { id, ...pending }: PendingErasure): Promise<void> {
  const value: z.input<typeof pendingSchema> = {
    ...pending,
    username: encryptPendingName(deps, pending.username),
    addresses: pending.addresses.map((address) => encryptPendingName(deps, address)),
    begunAt: pending.begunAt.toISOString(),
    caller: { ...pending.caller, actor: requireStaff(pending.caller) },
  };
  await writeInstallationValue(tx, { key: pendingErasurePrefix + id, value, at: deps.clock.now() });
}

/** Locked, so that two processes cannot work on it at once. Undefined if it is finished. */
export async function lockPending(deps: Deps, tx: Db, id: string): Promise<PendingErasure | undefined> {
  const value = await lockInstallationValue(tx, pendingErasurePrefix + id);
  if (value === undefined) return undefined;
  const { begunAt, ...stored } = pendingSchema.parse(value);
  const username = decryptPendingName(deps, stored.username);
  const addresses = stored.addresses.flatMap((address) => decryptPendingName(deps, address) ?? []);
  if (username === undefined || addresses.length < stored.addresses.length) {
    throw new LandfallError('internal', { logMessage: 'an erasure cannot be continued: its key was removed' });
  }
  return { ...stored, id, username, addresses, begunAt: new Date(begunAt) };
}

export async function deletePending(tx: Db, id: string): Promise<void> {
  await deleteInstallationValue(tx, pendingErasurePrefix + id);
}

/** Erasures without progress since `before`: their process has ended. */
export async function listStalled(db: Db, before: Date): Promise<string[]> {
  const rows = await listInstallationValues(db, pendingErasurePrefix);
  return rows.flatMap(({ key, at }) => (at < before ? [key.slice(pendingErasurePrefix.length)] : []));
}

export function requireStaff({ actor }: Caller): Extract<Caller['actor'], { kind: 'staff' }> {
  if (actor.kind !== 'staff') throw new LandfallError('forbidden');
  const { kind, id, name, email, role } = actor;
  return { kind, id, name, email, role };
}
