import { z } from 'zod';
import { systemCaller } from '../contract/caller';
import type { Log } from '../core/log';
import { maintain } from '../store/database/maintain';
import type { Database, Db } from '../store/database/database';
import {
  type AuditRow,
  type AuditV1Row,
  hasAuditV1,
  insertAuditRows,
  listAuditV1After,
  lockAuditChain,
  readAuditHead,
} from '../store/events/audit';
import { type AuditDeps, appendAudit } from './append-audit';
import { canonicalJson, toStorableJson } from './canonical-json';
import { chainEntry, genesisHash, sha256 } from './chain-entry';

const conversionAction = 'audit.converted';

const conversionSchema = z.object({
  oldHead: z.object({ seq: z.int(), hash: z.string() }),
  entries: z.int(),
  verified: z.boolean(),
  problems: z.array(z.string()),
});

const batchSize = 500;
const maxProblems = 20;

/**
 * Copies the entries of the old chain into the chain of commitments, once. The old head is recorded, so that a copy of
 * it that was kept elsewhere stays valid. Instances that start together wait for the first.
 */
export async function convertAudit(deps: AuditDeps & { database: Database; log: Log }): Promise<void> {
  const { database, log } = deps;
  if (!(await hasAuditV1(database.db))) return;
  const convert = async (tx: Db) => {
    await lockAuditChain(tx);
    if (!(await hasAuditV1(tx))) return undefined;
    // Entries that appear later were not written by an old version, and must not be signed.
    if (await readAuditHead(tx)) return undefined;
    const conversion = await copyEntries(deps, tx);
    await appendAudit(deps, tx, {
      caller: systemCaller,
      action: conversionAction,
      subject: 'audit',
      after: conversion,
    });
    await maintain(tx, { action: 'delete_converted_audit', args: {} });
    return conversion;
  };
  const converted = await database.transaction(convert, { untimed: true });
  if (converted) {
    const { entries, verified, problems } = converted;
    if (verified) log.info({ entries }, 'the audit log was converted');
    else log.warn({ entries, problems }, 'the audit log was converted, but its old chain was broken');
  } else if (await hasAuditV1(database.db)) {
    log.error({}, 'the table audit_v1 has entries that no version of Landfall wrote there');
  }
}

async function copyEntries({ cipher }: AuditDeps, tx: Db): Promise<z.infer<typeof conversionSchema>> {
  const problems: string[] = [];
  let oldHead = { seq: 0, hash: genesisHash };
  let newHash = genesisHash;
  let entries = 0;
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await listAuditV1After(tx, after, batchSize);
    const converted = rows.map((row) => {
      if (problems.length < maxProblems) problems.push(...findProblems(oldHead, row));
      oldHead = { seq: row.seq, hash: row.hash };
      const { seq, at, actorId, action, environment, requestId, actor, subject, address } = row;
      const next = chainEntry(
        cipher,
        newHash,
        { seq, at, actorId, action, environment, requestId },
        { actor, subject, address, before: toStorableJson(row.before), after: toStorableJson(row.after) },
      );
      newHash = next.entry.hash;
      return next;
    });
    await insertAuditRows(tx, converted);
    entries += rows.length;
    if (rows.length < batchSize) break;
    after = oldHead.seq;
  }
  return { oldHead, entries, verified: problems.length === 0, problems: problems.slice(0, maxProblems) };
}

function findProblems(previous: { seq: number; hash: string }, row: AuditV1Row): string[] {
  return [
    ...(row.seq === previous.seq + 1 ? [] : [`Before the conversion, entries before ${row.seq} were missing.`]),
    ...(row.previousHash === previous.hash
      ? []
      : [`Before the conversion, entry ${row.seq} did not follow the entry before it.`]),
    ...(hashEntryV1(row) === row.hash
      ? []
      : [`Before the conversion, entry ${row.seq} was changed after it was written.`]),
  ];
}

/** @internal Exported for its test. */
export function hashEntryV1(entry: Omit<AuditV1Row, 'hash'>): string {
  const { seq, at, actorId, actor, action, environment, subject, address, requestId, previousHash } = entry;
  return sha256(
    canonicalJson({
      seq,
      at: at.toISOString(),
      actorId,
      actor,
      action,
      environment,
      subject,
      address,
      before: toStorableJson(entry.before),
      after: toStorableJson(entry.after),
      requestId,
      previousHash,
    }),
  );
}

/** What a conversion recorded about the old chain. A broken one stays broken. */
export function readConversion(row: AuditRow): { oldHead: string | undefined; problems: readonly string[] } {
  const conversion = row.action === conversionAction ? conversionSchema.safeParse(row.after).data : undefined;
  return { oldHead: conversion?.oldHead.hash, problems: conversion?.problems ?? [] };
}
