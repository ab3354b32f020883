import { sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { AttentionName } from '../../contract/overview';
import type { Db } from '../database/database';
import { waitingMails } from '../outbox/mail-problems';
import { manyWarnings } from './import-filter';
import { toTimestamptz } from './import-progress';

/** Stuck imports and samples with warnings are counted up to one more. */
export const attentionCap = 1_000;

/** Items that need attention: how many, since when, and the names of the oldest. */
export interface AttentionRow {
  kind: 'unknown' | 'waiting' | 'unmatched' | 'webhooks' | 'messages' | 'mails' | 'stuck' | 'warnings' | 'tools';
  /** For `stuck` the status, for `mails` why they wait. */
  statusKey: string;
  count: number;
  /** For `unknown` the rejections, for `waiting` those for this person, for `webhooks` those with a bad signature. */
  special: number;
  oldestMs: number | null;
  names: AttentionName[];
}

export interface AttentionQuery {
  environment: Environment;
  stuckSince: ReadonlyMap<string, Date>;
  /** Decisions whose outcome is unknown. */
  unknown: boolean;
  /** What waits for a decision, with the accounts of the person whose own proposals do not wait for them. */
  waitingFor: ReadonlySet<string> | undefined;
  /** Webhooks that failed; those with a bad signature only since this time. */
  webhooksSince: Date | undefined;
  /** Messages that failed since this time. */
  messagesSince: Date | undefined;
  /** Requests for tools that the list does not have. */
  tools?: boolean;
  /** E-mails that should have been sent before this time. */
  mailsBefore?: Date | undefined;
}

const maxNames = 2;

/** One statement, because the overview reads it again with every change. */
export async function readAttention(db: Db, query: AttentionQuery): Promise<AttentionRow[]> {
  const { environment, stuckSince, waitingFor, webhooksSince, messagesSince, mailsBefore } = query;
  const groups = [
    ...(query.unknown ? [unknownDecisions(environment)] : []),
    ...(waitingFor === undefined ? [] : [waitingImports(environment, waitingFor), unmatchedRequests(environment)]),
    ...(webhooksSince ? [failedWebhooks(webhooksSince)] : []),
    ...(messagesSince ? [failedMessages(messagesSince)] : []),
    ...(mailsBefore ? [overdueMails(mailsBefore)] : []),
    ...(query.tools ? [toolRequests] : []),
    ...(stuckSince.size === 0 ? [] : [stuckImports(environment, stuckSince)]),
    warnedSamples(environment),
  ];
  const rows = await db
    .select({
      kind: sql<AttentionRow['kind']>`/* keep the plan */ kind`,
      statusKey: sql<string>`status_key`,
      count: sql<number>`count`,
      special: sql<number>`special`,
      // As a number, because the two drivers return computed timestamps differently.
      oldestMs: sql<number | null>`(extract(epoch from oldest) * 1000)::float8`,
      names: sql<AttentionName[]>`coalesce(names, '[]')`,
    })
    .from(
      sql`(${sql.join(
        groups.map((group) => sql`(${group})`),
        sql` union all `,
      )}) as attention (kind, status_key, count, special, oldest, names)`,
    );
  return rows.filter(({ count, special }) => count > 0 || special > 0);
}

/** The time and the names of the first of `rows`, which selects `since`, `username` and `import_id`. */
const oldestOf = (rows: SQL) =>
  sql`lateral (select min(since) as oldest,
      jsonb_agg(jsonb_build_object('username', username, 'importId', import_id)
        order by since, username, import_id) as names
    from (${rows} order by since, username, import_id limit ${maxNames}) as first) as oldest`;

const capped = (rows: SQL) => sql`(select count(*)::int from (${rows} limit ${attentionCap + 1}) as capped)`;

const unknownDecisions = (environment: Environment) =>
  sql`select 'unknown', '', total, rejects, oldest, names from
      (select count(*)::int as total, (count(*) filter (where kind = 'reject'))::int as rejects
        from decisions where state = 'unknown' and environment = ${environment}) as counted,
      ${oldestOf(sql`select coalesce(sent_at, proposed_at) as since, username, import_id
        from decisions where state = 'unknown' and environment = ${environment}`)}`;

/** Ordered by time of the request. An import has at most one open request and one proposal. */
const waitingImports = (environment: Environment, accounts: ReadonlySet<string>) => {
  const isOpen = sql`r.environment = ${environment} and r.closed_at is null`;
  const name = sql`i.username, i.id as import_id`;
  return sql`select 'waiting', '',
      (select coalesce(sum(count), 0)::int from import_counts
        where environment = ${environment} and facet = 'decision' and value in ('asked', 'proposed')),
      (select count(*)::int from decisions where state = 'proposed' and environment = ${environment} and needs_second
        and (proposed_by_id = any(${`{${[...accounts].join(',')}}`}::uuid[])) is not true),
      oldest, names
    from ${oldestOf(sql`select since, username, import_id from (
      (select r.requested_at as since, ${name} from full_requests r
        join imports i on i.environment = r.environment and i.id = r.import_id
        where ${isOpen} and i.decision in ('asked', 'proposed') order by r.requested_at limit ${maxNames})
      union all
      (select d.proposed_at, ${name} from decisions d
        join imports i on i.environment = d.environment and i.id = d.import_id
        where d.environment = ${environment} and d.state = 'proposed'
          and not exists (select 1 from full_requests r where ${isOpen} and r.import_id = i.id)
        order by d.proposed_at limit ${maxNames})) as waiting`)}`;
};

/** Requests that match no import. */
const unmatchedRequests = (environment: Environment) => {
  const unmatched = sql`full_requests where environment = ${environment} and closed_at is null and import_id is null`;
  return sql`select 'unmatched', '', (select count(*)::int from ${unmatched}), 0, oldest, names
    from ${oldestOf(sql`select requested_at as since, username, import_id from ${unmatched}`)}`;
};

const openTools = sql`tool_requests where handled_at is null`;
const toolRequests = sql`select 'tools', '', ${capped(sql`select 1 from ${openTools}`)}, 0, oldest, names
  from ${oldestOf(sql`select at as since, username, null::text as import_id from ${openTools}`)}`;

/**
 * Verified ones that could not be applied. Unsigned requests from strangers are normal: they point to a wrong secret only
 * when no signed one arrives.
 */
const failedWebhooks = (since: Date) =>
  sql`select 'webhooks', '', count(*)::int,
      case when exists (select 1 from deliveries where verdict = 'verified' and received_at >= ${toTimestamptz(since)})
        then 0
        else ${capped(sql`select 1 from deliveries where verdict = 'bad_signature' and received_at >= ${toTimestamptz(since)}`)}
      end, min(received_at), '[]'::jsonb
    from deliveries where verdict = 'verified' and applied_at is null and failure is not null`;

const failedMessages = (since: Date) => {
  const failed = sql`outbox_messages where state = 'failed' and created_at >= ${toTimestamptz(since)}`;
  return sql`select 'messages', '', ${capped(sql`select 1 from ${failed}`)}, 0,
    (select min(created_at) from ${failed}), '[]'::jsonb`;
};

const overdueMails = (before: Date) =>
  sql`select 'mails', coalesce(max(reason), ''), count(*)::int, 0, min(created_at), '[]'::jsonb
    from (select m.reason, m.created_at from ${waitingMails(before)} limit ${attentionCap + 1}) as waiting`;

const nameOf = sql`username, id as import_id`;

const stuckImports = (environment: Environment, stuckSince: ReadonlyMap<string, Date>) => {
  const limits = [...stuckSince].map(([key, since]) => sql`(${key}::text, ${toTimestamptz(since)})`);
  const stuck = sql`imports where environment = ${environment} and status_key = stuck.key and gone = false
    and since_to < stuck.since`;
  return sql`select 'stuck', stuck.key, ${capped(sql`select 1 from ${stuck}`)}, 0, oldest, names
    from (values ${sql.join(limits, sql`, `)}) as stuck(key, since),
      ${oldestOf(sql`select since_to as since, ${nameOf} from ${stuck}`)}`;
};

/** Completed samples with many warnings, through the index `imports_warned_samples`. */
const warnedSamples = (environment: Environment) => {
  const warned = sql`imports where environment = ${environment} and status_key = 'Sample migration completed'
    and not gone and warnings > ${sql.raw(String(manyWarnings))}`;
  return sql`select 'warnings', '', ${capped(sql`select 1 from ${warned}`)}, 0, oldest, names
    from ${oldestOf(sql`select since_to as since, ${nameOf} from ${warned}`)}`;
};
