import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { PendingPolicy, PolicyVersion } from '../../contract/policy';
import type { Db } from '../database/database';
import { jsonRows } from '../database/json-rows';
import { decisions, pendingPolicies, policies } from '../schema/sponsorship';
import { accountLinks, staff } from '../schema/staff';
import { isSharedLink, toSharedLinks, type SharedLink } from '../staff/same-person';
import { isOfMonth, monthCounts, type DecisionRow, type MonthCounts } from './decisions';
import { toPendingPolicy } from './pending-policies';
import { toCurrentPolicy } from './policies';

export type EarlierDecision = Pick<DecisionRow, keyof typeof earlierColumns>;

export interface SponsorshipContext {
  policy: PolicyVersion;
  /** The change that waits for confirmation, if it is based on the current policy. */
  pending: PendingPolicy | null;
  month: MonthCounts;
  earlier: EarlierDecision[];
  approvers: { id: string; name: string }[];
  sharedLinks: SharedLink[];
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

/** What decisions depend on besides the import, in one statement. */
export async function readSponsorshipContext(db: Db, input: ContextInput): Promise<SponsorshipContext> {
  const { environment, customers, peopleAt } = input;
  const none = sql<never[]>`'[]'::json`;
  const newest = db.select().from(policies).orderBy(desc(policies.version)).limit(1);
  const pending = db.select().from(pendingPolicies).where(isNull(pendingPolicies.closedAt));
  const [row] = await db
    .select({
      month: monthCounts,
      policies: jsonRows(getTableColumns(policies), newest),
      pending: jsonRows(getTableColumns(pendingPolicies), pending),
      earlier:
        customers === undefined || customers.usernames.length === 0
          ? none
          : jsonRows(earlierColumns, earlierDecisions(db, environment, customers)),
      approvers: peopleAt === undefined ? none : jsonRows(approverColumns, activeApprovers(db)),
      links:
        peopleAt === undefined
          ? none
          : jsonRows(linkColumns, db.select(linkColumns).from(accountLinks).where(isSharedLink(peopleAt))),
    })
    .from(decisions)
    .where(isOfMonth(environment, input.monthStart));
  if (!row) throw new Error('an aggregate without groups has one row');
  const policy = toCurrentPolicy(row.policies[0]);
  return {
    policy,
    pending: toPendingPolicy(row.pending[0], policy.version),
    month: row.month,
    earlier: row.earlier,
    approvers: row.approvers,
    sharedLinks: toSharedLinks(row.links),
  };
}

/** Decisions for these customers or their domains, newest first, except those that certainly had no effect. */
function earlierDecisions(
  db: Db,
  environment: Environment,
  { usernames, domains }: { usernames: readonly string[]; domains: readonly string[] },
) {
  const domain: SQL = sql`substring(${decisions.username} from '@[^@]*$')`;
  return db
    .select(earlierColumns)
    .from(decisions)
    .where(
      and(
        eq(decisions.environment, environment),
        or(
          inArray(decisions.username, [...usernames]),
          domains.length === 0 ? undefined : inArray(domain, [...domains]),
        ),
        or(
          inArray(decisions.state, ['confirmed', 'unknown', 'sending']),
          and(eq(decisions.state, 'resolved'), eq(decisions.resolution, 'settled_done')),
        ),
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
