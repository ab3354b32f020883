import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Environment } from '../../contract/environment';
import type { PendingPolicy, PolicyVersion } from '../../contract/policy';
import type { Db } from '../database/database';
import { jsonRows } from '../database/json-rows';
import { prepareOnce } from '../database/prepare-once';
import { decisions, pendingPolicies, policies } from '../schema/sponsorship';
import { installation } from '../schema/system';
import { accountLinks, staff } from '../schema/staff';
import { isSharedLink, sharedSince, toSharedLinks, type SharedLink } from '../staff/same-person';
import { isCarriedOut, isOfMonth, monthCounts, type DecisionRow, type MonthCounts } from './decisions';
import { toPendingPolicy } from './pending-policies';
import { toCurrentPolicy } from './policies';

export type EarlierDecision = Pick<DecisionRow, keyof typeof earlierColumns>;

/** In `installation` from a restore until an engineer releases decisions. */
export const heldKey = 'decisions held';
export type HeldRow = Pick<typeof installation.$inferSelect, 'value' | 'at'>;

export interface SponsorshipContext {
  policy: PolicyVersion;
  /** The change that waits for confirmation, if it is based on the current policy. */
  pending: PendingPolicy | null;
  month: MonthCounts;
  earlier: EarlierDecision[];
  approvers: { id: string; name: string }[];
  sharedLinks: SharedLink[];
  held: HeldRow | undefined;
}

interface ContextInput {
  environment: Environment;
  monthStart: Date;
  /** Whose earlier decisions are read. */
  customers?: { usernames: readonly string[]; domains: readonly string[] };
  /** Also reads who may approve, and which accounts count as one person at this time. */
  peopleAt?: Date | undefined;
}

const earlierColumns = {
  id: decisions.id,
  importId: decisions.importId,
  kind: decisions.kind,
  state: decisions.state,
  username: decisions.username,
  proposedAt: decisions.proposedAt,
};
const approverColumns = { id: staff.id, name: staff.name };
const linkColumns = {
  staffId: accountLinks.staffId,
  shownToId: accountLinks.shownToId,
  createdAt: accountLinks.createdAt,
};

const heldColumns = { value: installation.value, at: installation.at };

const environmentParam = sql.placeholder('environment');

const contextOf = prepareOnce((db, { customers, people }: { customers: boolean; people: boolean }) => {
  const none = sql<never[]>`'[]'::json`;
  const newest = db.select().from(policies).orderBy(desc(policies.version)).limit(1);
  const pending = db.select().from(pendingPolicies).where(isNull(pendingPolicies.closedAt));
  const links = db
    .select(linkColumns)
    .from(accountLinks)
    .where(isSharedLink(sql.param(sql.placeholder('sharedSince'), accountLinks.createdAt)));
  const held = db.select(heldColumns).from(installation).where(eq(installation.key, heldKey));
  return db
    .select({
      month: monthCounts,
      held: jsonRows(heldColumns, held),
      policies: jsonRows(getTableColumns(policies), newest),
      pending: jsonRows(getTableColumns(pendingPolicies), pending),
      earlier: customers ? jsonRows(earlierColumns, earlierDecisions(db)) : none,
      approvers: people ? jsonRows(approverColumns, activeApprovers(db)) : none,
      links: people ? jsonRows(linkColumns, links) : none,
    })
    .from(decisions)
    .where(
      sql`/* keep the plan */ ${isOfMonth(environmentParam, sql.param(sql.placeholder('monthStart'), decisions.approvedAt))}`,
    )
    .prepare('');
});

/** What decisions depend on besides the import, in one statement. */
export async function readSponsorshipContext(db: Db, input: ContextInput): Promise<SponsorshipContext> {
  const { environment, monthStart, customers, peopleAt } = input;
  const shape = { customers: (customers?.usernames.length ?? 0) > 0, people: peopleAt !== undefined };
  const [row] = await contextOf(db, shape).execute({
    environment,
    monthStart,
    usernames: JSON.stringify(customers?.usernames),
    domains: JSON.stringify(customers?.domains),
    sharedSince: peopleAt && sharedSince(peopleAt),
  });
  if (!row) throw new Error('an aggregate without groups has one row');
  const policy = toCurrentPolicy(row.policies[0]);
  return {
    policy,
    pending: toPendingPolicy(row.pending[0], policy.version),
    month: row.month,
    earlier: row.earlier,
    approvers: row.approvers,
    sharedLinks: toSharedLinks(row.links),
    held: row.held[0],
  };
}

/** Decisions for these customers or their domains, newest first, except those that certainly had no effect. */
function earlierDecisions(db: Db) {
  // A list of any length in one parameter, so that the statement stays the same.
  const isOneOf = (value: SQLWrapper, name: string) =>
    sql`${value} = any(array(select jsonb_array_elements_text(${sql.placeholder(name)}::jsonb)))`;
  const idsWhere = (condition: SQL) =>
    db
      .select({ id: decisions.id })
      .from(decisions)
      .where(and(eq(decisions.environment, environmentParam), condition));
  const ofCustomers = idsWhere(isOneOf(decisions.username, 'usernames'));
  // Both have an index. With `or`, a small table is read as a whole, and the expression takes 3 µs for each row.
  const ofDomains = idsWhere(isOneOf(sql`substring(${decisions.username} from '@[^@]*$')`, 'domains'));
  return db
    .select(earlierColumns)
    .from(decisions)
    .where(
      and(
        inArray(decisions.id, unionAll(ofCustomers, ofDomains)),
        or(inArray(decisions.state, ['approved', 'sending', 'unknown']), isCarriedOut),
      ),
    )
    .orderBy(desc(decisions.proposedAt));
}

function activeApprovers(db: Db) {
  return db
    .select(approverColumns)
    .from(staff)
    .where(and(inArray(staff.role, ['approver', 'admin']), isNull(staff.disabledAt)))
    .orderBy(asc(staff.name))
    .limit(1000);
}
