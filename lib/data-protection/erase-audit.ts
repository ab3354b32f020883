import { z } from 'zod';
import { eraseAuditValues } from '../audit/erase-audit-values';
import { erasureAction } from '../audit/erasure-records';
import type { AuditField } from '../contract/audit';
import type { Caller } from '../contract/caller';
import { isAboutUsername } from '../contract/is-about-username';
import type { Db } from '../store/database/database';
import type { AuditEntryRow } from '../store/data-protection/audit-entries';
import type { DataProtectionDeps } from './data-protection-deps';
import type { NameMatcher } from './name-matcher';

/** Removes the values of these entries; the chain keeps their commitments. The last write of a transaction. */
export async function eraseAuditEntries(
  deps: Pick<DataProtectionDeps, 'clock' | 'cipher'>,
  tx: Db,
  input: { caller: Caller; reason: string; values: ReadonlyMap<number, AuditField[]> },
): Promise<number> {
  const values = new Map([...input.values].filter(([, fields]) => fields.length > 0));
  if (values.size === 0) return 0;
  await eraseAuditValues(deps, tx, { ...input, values });
  return values.size;
}

/** For an entry about the customer or what belongs to them: everything but what staff and the system are. */
export function fieldsOfSubject(entry: AuditEntryRow, matcher: NameMatcher): AuditField[] {
  const byCustomer = isCustomer(entry, matcher) || isUnnamedCustomer(entry);
  return erasable(entry, ['subject', 'before', 'after', ...(byCustomer ? (['actor', 'address'] as const) : [])]);
}

/** For an entry about something else: only the values that name the customer. */
export function fieldsWithName(entry: AuditEntryRow, matcher: NameMatcher): AuditField[] {
  const aboutCustomer =
    entry.subject !== null &&
    (matcher.mentions(entry.subject) || (isAboutUsername(entry.action) && matcher.isName(entry.subject)));
  const byCustomer = isCustomer(entry, matcher) || (aboutCustomer && isUnnamedCustomer(entry));
  return erasable(entry, [
    ...(aboutCustomer ? (['subject'] as const) : []),
    ...(matcher.mentions(entry.before) ? (['before'] as const) : []),
    ...(matcher.mentions(entry.after) ? (['after'] as const) : []),
    ...(byCustomer ? (['actor', 'address'] as const) : []),
  ]);
}

function erasable({ action, salts }: AuditEntryRow, fields: AuditField[]): AuditField[] {
  // The records of earlier erasures contain only numbers, and the chain needs them.
  if (action === erasureAction) return [];
  const left = z.record(z.string(), z.unknown()).parse(salts);
  return fields.filter((field) => Object.hasOwn(left, field));
}

const unnamedActors = ['customer', 'stranger'];
const ownActors = [...unnamedActors, 'system', 'service'];

function isCustomer({ actorId, actor }: AuditEntryRow, matcher: NameMatcher): boolean {
  return actorId === null && actor !== null && !ownActors.includes(actor) && matcher.isName(actor);
}

/** Someone without an account, on a customer page. */
function isUnnamedCustomer({ actorId, actor }: AuditEntryRow): boolean {
  return actorId === null && actor !== null && unnamedActors.includes(actor);
}
