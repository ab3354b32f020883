import type { CustomerSummary } from '../contract/data-protection';
import { findErasedUsername } from '../imports/erasures/find-erased';
import { recogniseStatus } from '../imports/recognise-status';
import type { Db } from '../store/database/database';
import {
  countCustomerRows,
  customerTables,
  listCustomerImports,
  listNamedImports,
  listSpellings,
  type CustomerSubject,
} from '../store/data-protection/customer-rows';
import { countCreatingAttempts, hasOpenBulkRun, listOpenDecisions } from '../store/data-protection/open-work';
import { getImports } from '../store/imports/imports';
import type { DataProtectionDeps } from './data-protection-deps';
import { mentionPatterns } from './mention-patterns';

const maxImports = 10_000;
const maxShown = 50;

type FindDeps = Pick<DataProtectionDeps, 'cipher'>;

export async function findCustomer(deps: FindDeps, db: Db, given: string): Promise<CustomerSummary> {
  const username = given.trim();
  const subject = await findSubject(db, username);
  const rows: Record<string, number> = {};
  for (const { name } of customerTables) {
    const rowCount = await countCustomerRows(db, name, subject);
    if (rowCount > 0) rows[name] = rowCount;
  }
  const imports = await listSubjectImports(db, subject);
  const erased = await findErasedUsername(deps, db, username);
  return {
    username,
    spellings: await listSpellings(db, username),
    imports: imports.slice(0, maxShown),
    importCount: imports.length,
    rows,
    refusal: await findRefusal(db, username, subject),
    running: imports.some(({ running }) => running),
    erasedAt: erased?.at.toISOString() ?? null,
  };
}

/** Everything that is stored about a username, in both environments. */
export async function findSubject(db: Db, username: string): Promise<CustomerSubject> {
  const imports = await listCustomerImports(db, username, maxImports);
  return { username, imports };
}

/** Imports to mark as erased: not those that now belong to another customer. */
export async function listErasableImports(db: Db, username: string): Promise<CustomerSubject['imports']> {
  const imports = await listCustomerImports(db, username, maxImports);
  return [...imports.filter(({ other }) => !other), ...(await listNamedImports(db, username))];
}

/** Money in flight and a creation that is being sent are finished first: their outcome would be lost. */
export async function findRefusal(db: Db, username: string, subject: CustomerSubject): Promise<string | null> {
  const [open] = await listOpenDecisions(db, subject);
  if (open) {
    return open.state === 'unknown'
      ? 'The outcome of a payment decision is unknown. Resolve it first.'
      : 'A payment decision is not settled yet. Wait until it is sent, or withdraw it.';
  }
  if ((await countCreatingAttempts(db, username)) > 0) {
    return 'An import is being created for this customer. Try again in a minute.';
  }
  if (await hasOpenBulkRun(db, mentionPatterns(username))) {
    return 'A bulk decision that includes this customer is running. Wait until it is finished.';
  }
  return null;
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
