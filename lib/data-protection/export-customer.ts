import { auditAccess } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import { rawPurpose } from '../imports/observations/point-rows';
import {
  customerTables,
  listCustomerRows,
  type CustomerSubject,
  type CustomerTableName,
} from '../store/data-protection/customer-rows';
import { listAuditOfSubject, type AuditEntryRow } from '../store/data-protection/audit-entries';
import { listMentions } from '../store/data-protection/mentions';
import { deliveryBatch, listDeliveryBodies } from '../store/events/deliveries';
import { listMessageContents, messageBatch } from '../store/outbox/message-contents';
import type { DataProtectionDeps } from './data-protection-deps';
import { findSubject, listNamingEntries } from './find-customer';
import { listNamingLines } from './message-contents';
import { createNameMatcher } from './name-matcher';

const pageSize = 200;

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
  yield ',\n"otherDeliveries":';
  yield* writeArray(readOtherDeliveries(deps, subject));
  yield ',\n"otherMessages":';
  yield* writeArray(readOtherMessages(deps, subject));
  yield ',\n"mentions":';
  yield* writeArray(readMentions(deps, subject));
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
    for (const row of rows) yield withoutSecrets(deps, name, row, subject);
    if (rows.length < pageSize) return;
  }
}

/** Ciphertexts are replaced by what they contain, unless that is a secret. An e-mail may also have links for others. */
function withoutSecrets(
  deps: DataProtectionDeps,
  name: CustomerTableName,
  row: Record<string, unknown>,
  { imports }: CustomerSubject,
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
  if (name === 'outbox_messages') {
    const { contentEncrypted: _content, importIds, ...rest } = row;
    const isOwn = (id: unknown) => imports.some((own) => own.environment === 'live' && own.id === id);
    return { ...rest, importIds: Array.isArray(importIds) ? importIds.filter(isOwn) : importIds };
  }
  if (name === 'import_secrets') {
    const { redirectUrlEncrypted: _url, tokenFingerprint: _token, ...rest } = row;
    return rest;
  }
  return row;
}

/** Messages that name the customer but are about no import of theirs, such as an import that was never stored. */
async function* readOtherDeliveries(deps: DataProtectionDeps, subject: CustomerSubject): AsyncGenerator<unknown> {
  const { db } = deps.database;
  const { isIn } = createNameMatcher(subject);
  const own = new Set(subject.imports.flatMap(({ environment, id }) => (environment === 'live' ? [id] : [])));
  for (let after = ''; ;) {
    const page = await listDeliveryBodies(db, after, deliveryBatch);
    for (const { id, importId, encrypted } of page) {
      const body = importId !== null && own.has(importId) ? undefined : deps.openDelivery(encrypted);
      if (body && isIn(Buffer.from(body).toString('utf8'))) yield { id, body: deps.mask(body).text };
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** The lines about the customer in messages about others, such as digests for staff. */
async function* readOtherMessages(deps: DataProtectionDeps, subject: CustomerSubject): AsyncGenerator<unknown> {
  const matcher = createNameMatcher(subject);
  const own = new Set(subject.imports.map(({ environment, id }) => `${environment} ${id}`));
  const names = new Set([...(subject.spellings ?? []), ...(subject.addresses ?? [])]);
  const isOwn = (message: { environment: string | null; importId: string | null; recipient: string }) =>
    names.has(message.recipient) || own.has(`${message.environment} ${message.importId}`);
  for (let after = ''; ;) {
    const page = await listMessageContents(deps.database.db, after, messageBatch);
    for (const { id, encrypted, ...message } of page) {
      const lines = isOwn(message) ? [] : listNamingLines(deps, encrypted, matcher);
      if (lines.length > 0) yield { id, lines };
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** What texts about others say about the customer. Of a list with several customers, only their own name. */
async function* readMentions(deps: DataProtectionDeps, subject: CustomerSubject): AsyncGenerator<unknown> {
  const { candidates, namingTexts } = createNameMatcher(subject);
  for await (const { place, value } of listMentions(deps.database.db, candidates)) {
    for (const text of namingTexts(value)) yield { place, text };
  }
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
  for await (const entries of listNamingEntries(db, createNameMatcher(subject))) yield* unseen(entries);
}
