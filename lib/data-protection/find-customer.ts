import type { CustomerSummary } from '../contract/data-protection';
import { findErasedUsername } from '../imports/erasures/find-erased';
import { normaliseUsername } from '../imports/erasures/usernames';
import { recogniseStatus } from '../imports/recognise-status';
import type { Db } from '../store/database/database';
import {
  countCustomerRows,
  customerTables,
  listCustomerImports,
  listNameCandidates,
  listNamedImports,
  type CustomerSubject,
} from '../store/data-protection/customer-rows';
import { listContactAddresses } from '../store/data-protection/contacts';
import { auditWindow, listAuditMatches, type AuditEntryRow } from '../store/data-protection/audit-entries';
import { listMentions } from '../store/data-protection/mentions';
import { countCreatingAttempts, listOpenBulkItems, listOpenDecisions } from '../store/data-protection/open-work';
import { readAuditHead } from '../store/events/audit';
import { getImports } from '../store/imports/imports';
import { findStaffByEmail } from '../store/staff/staff';
import type { DataProtectionDeps } from './data-protection-deps';
import { fieldsWithName } from './erase-audit';
import { createNameMatcher, type NameMatcher } from './name-matcher';

const maxImports = 10_000;
const maxShown = 50;

type FindDeps = Pick<DataProtectionDeps, 'cipher'>;

export async function findCustomer(deps: FindDeps, db: Db, given: string): Promise<CustomerSummary> {
  const username = given.trim();
  const subject = await findSubject(db, username);
  const rows = await countRows(db, subject);
  const imports = await listSubjectImports(db, subject);
  const erased = await findErasedUsername(deps, db, username);
  return {
    username,
    spellings: [...subject.spellings],
    imports: imports.slice(0, maxShown),
    importCount: imports.length,
    rows,
    blockedReason: (await findBlockedReason(db, subject)) ?? (await findAbsence(db, subject)),
    running: imports.some(({ running }) => running),
    erasedAt: erased?.at.toISOString() ?? null,
  };
}

type FoundSubject = Required<CustomerSubject>;

/** Everything that is stored about a username, in both environments. */
export async function findSubject(db: Db, username: string): Promise<FoundSubject> {
  const spellings = await findSpellings(db, username);
  const imports = await listCustomerImports(db, spellings, maxImports);
  return { username, spellings, imports, addresses: await findAddresses(db, { username, spellings, imports }) };
}

/** Where messages to them were sent, other than the username, in every stored spelling. */
async function findAddresses(
  db: Db,
  subject: { username: string; spellings: string[]; imports: Awaited<ReturnType<typeof listCustomerImports>> },
): Promise<string[]> {
  const own = [...subject.imports.filter(({ other }) => !other), ...(await listNamedImports(db, subject.spellings))];
  const found = await listContactAddresses(db, { ...subject, imports: own });
  const addresses = new Set<string>();
  for (const address of found) {
    if (normaliseUsername(address) === normaliseUsername(subject.username)) continue;
    for (const spelling of await findSpellings(db, address)) addresses.add(spelling);
  }
  return [...addresses].sort();
}

/** How the username is spelled where it is stored. Compared as the marks of erased customers are. */
export async function findSpellings(db: Db, username: string): Promise<string[]> {
  const wanted = normaliseUsername(username);
  const candidates = await listNameCandidates(db, username);
  return candidates.filter((candidate) => normaliseUsername(candidate) === wanted).sort();
}

async function countRows(db: Db, subject: CustomerSubject): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const { name } of customerTables) {
    const rowCount = await countCustomerRows(db, name, subject);
    if (rowCount > 0) rows[name] = rowCount;
  }
  return rows;
}

/** Imports to mark as erased: not those that now belong to another customer. */
export async function listErasableImports(db: Db, { spellings }: FoundSubject): Promise<CustomerSubject['imports']> {
  const imports = await listCustomerImports(db, spellings, maxImports);
  return [...imports.filter(({ other }) => !other), ...(await listNamedImports(db, spellings))];
}

/**
 * Why the customer cannot be erased. Money in flight and a creation that is being sent are finished first: their outcome
 * would be lost.
 */
export async function findBlockedReason(db: Db, subject: FoundSubject): Promise<string | null> {
  const { username, spellings } = subject;
  if (await findStaffByEmail(db, normaliseUsername(username))) {
    return 'This is the e-mail address of a staff account. Audit log entries about staff are not erased.';
  }
  const [open] = await listOpenDecisions(db, subject);
  if (open) {
    return open.state === 'unknown'
      ? 'The outcome of a payment decision is unknown. Settle it first.'
      : 'A payment decision is not settled yet. Wait until it is sent, or withdraw it.';
  }
  if ((await countCreatingAttempts(db, spellings)) > 0) {
    return 'An import is being created for this customer. Try again in a minute.';
  }
  const { candidates, mentions } = createNameMatcher({ username });
  if ((await listOpenBulkItems(db, candidates)).some(mentions)) {
    return 'A bulk decision that includes this customer is running. Wait until it is finished.';
  }
  return null;
}

/**
 * A customer whom nothing names was probably misspelled. Entries of the audit and texts of others outlive what retention
 * deletes, so they count as well.
 */
export async function findAbsence(db: Db, subject: FoundSubject): Promise<string | null> {
  if (Object.keys(await countRows(db, subject)).length > 0) return null;
  const matcher = createNameMatcher(subject);
  for await (const { value } of listMentions(db, matcher.candidates)) {
    if (matcher.mentions(value)) return null;
  }
  for await (const entries of listNamingEntries(db, matcher)) {
    if (entries.length > 0) return null;
  }
  return 'Nothing is stored about this customer.';
}

/** Entries about others, or about something that was deleted, with a value that names the customer. */
export async function* listNamingEntries(db: Db, matcher: NameMatcher): AsyncGenerator<AuditEntryRow[]> {
  const head = await readAuditHead(db);
  for (let from = 1; from <= (head?.seq ?? 0); from += auditWindow) {
    const entries = await listAuditMatches(db, matcher.candidates, { from, before: from + auditWindow });
    yield entries.filter((entry) => fieldsWithName(entry, matcher).length > 0);
  }
}

export async function listSubjectImports(db: Db, subject: CustomerSubject): Promise<CustomerSummary['imports']> {
  const shown: CustomerSummary['imports'] = [];
  for (const environment of ['live', 'sandbox'] as const) {
    const ids = subject.imports.filter((key) => key.environment === environment).map(({ id }) => id);
    for (const row of await getImports(db, environment, ids)) {
      const running = !row.gone && row.statusText !== null && isRunning(row.statusText);
      shown.push({ environment, id: row.id, status: row.statusText, running });
    }
  }
  return shown;
}

/** The service is moving data. Before that nothing has started, and after it nothing changes. */
function isRunning(statusText: string): boolean {
  const { family, known } = recogniseStatus(statusText);
  return family === 'working' || known === 'In preparation' || known === 'Undo in progress';
}
