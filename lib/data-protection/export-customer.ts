import { auditAccess } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import { rawPurpose } from '../imports/observations/point-rows';
import {
  customerTables,
  listCustomerRows,
  type CustomerSubject,
  type CustomerTableName,
} from '../store/data-protection/customer-rows';
import { listAuditMatches, listAuditOfSubject, type AuditEntryRow } from '../store/data-protection/audit-entries';
import { readAuditHead } from '../store/events/audit';
import type { DataProtectionDeps } from './data-protection-deps';
import { fieldsWithName } from './erase-audit';
import { findSubject } from './find-customer';
import { createNameMatcher } from './name-matcher';

const pageSize = 200;
const auditWindow = 5_000;

/** Everything that is stored about a username, as JSON, page by page. Without tokens and migration addresses. */
export async function exportCustomer(
  deps: DataProtectionDeps,
  input: { caller: Caller; username: string },
): Promise<AsyncGenerator<string>> {
  const username = input.username.trim();
  await auditAccess(deps, { caller: input.caller, action: 'customer.exported', subject: username });
  return writeExport(deps, username);
}

async function* writeExport(deps: DataProtectionDeps, username: string): AsyncGenerator<string> {
  const { db } = deps.database;
  const subject = await findSubject(db, username);
  yield `{"username":${JSON.stringify(username)},"exportedAt":${JSON.stringify(deps.clock.now().toISOString())}`;
  for (const { name } of customerTables) {
    yield `,\n${JSON.stringify(name)}:`;
    yield* writeArray(readTable(deps, name, subject));
  }
  yield ',\n"audit":';
  yield* writeArray(readAudit(deps, subject));
  yield '}\n';
}

async function* writeArray(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* readTable(
  deps: DataProtectionDeps,
  name: CustomerTableName,
  subject: CustomerSubject,
): AsyncGenerator<Record<string, unknown>> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await listCustomerRows(deps.database.db, name, subject, { offset, limit: pageSize });
    for (const row of rows) yield withoutSecrets(deps, name, row);
    if (rows.length < pageSize) return;
  }
}

/** Ciphertexts are replaced by what they contain, unless that is a secret. */
function withoutSecrets(
  deps: DataProtectionDeps,
  name: CustomerTableName,
  row: Record<string, unknown>,
): Record<string, unknown> {
  const masked = (bytes: Uint8Array | undefined) => (bytes ? deps.mask(bytes).text : null);
  if (name === 'observations') {
    const { rawEncrypted, ...rest } = row;
    const raw = rawEncrypted instanceof Uint8Array ? deps.cipher.decrypt(rawPurpose, rawEncrypted) : undefined;
    return { ...rest, raw: masked(raw) };
  }
  if (name === 'deliveries') {
    const { bodyEncrypted, headers: _headers, ...rest } = row;
    return {
      ...rest,
      body: masked(bodyEncrypted instanceof Uint8Array ? deps.openDelivery(bodyEncrypted) : undefined),
    };
  }
  if (name === 'import_secrets') {
    const { redirectUrlEncrypted: _url, tokenFingerprint: _token, ...rest } = row;
    return rest;
  }
  return row;
}

/** Each entry once, although it may be about the customer in several ways. */
async function* readAudit(deps: DataProtectionDeps, subject: CustomerSubject): AsyncGenerator<unknown> {
  const { db } = deps.database;
  const shown = new Set<number>();
  const unseen = (entries: readonly AuditEntryRow[]) =>
    entries.flatMap(({ salts: _salts, ...entry }) => {
      if (shown.has(entry.seq)) return [];
      shown.add(entry.seq);
      return [entry];
    });
  yield* unseen(await listAuditOfSubject(db, subject));
  const head = await readAuditHead(db);
  const matcher = createNameMatcher(subject.username);
  for (let from = 1; from <= (head?.seq ?? 0); from += auditWindow) {
    const entries = await listAuditMatches(db, matcher.candidates, { from, before: from + auditWindow });
    yield* unseen(entries.filter((entry) => fieldsWithName(entry, matcher).length > 0));
  }
}
