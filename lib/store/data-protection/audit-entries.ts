import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/database';
import { audit, auditValues } from '../schema/audit';
import { creationAttempts } from '../schema/creation-attempts';
import { notes } from '../schema/imports';
import { decisions, fullRequests } from '../schema/sponsorship';
import { startLinks, toolRequests } from '../schema/start-links';
import { customerTable, type CustomerSubject } from './customer-rows';

export type AuditEntryRow = Awaited<ReturnType<typeof listAuditEntries>>[number];

async function listAuditEntries(db: Db, condition: SQL | undefined) {
  return db
    .select({
      seq: audit.seq,
      at: audit.at,
      actorId: audit.actorId,
      action: audit.action,
      environment: audit.environment,
      actor: auditValues.actor,
      subject: auditValues.subject,
      address: auditValues.address,
      before: auditValues.before,
      after: auditValues.after,
      salts: auditValues.salts,
    })
    .from(audit)
    .innerJoin(auditValues, eq(auditValues.seq, audit.seq))
    .where(condition)
    .orderBy(asc(audit.seq));
}

/** Entries about the imports of the customer, and about their requests, attempts, links, decisions and notes. */
export async function listAuditOfSubject(db: Db, subject: CustomerSubject): Promise<AuditEntryRow[]> {
  const others = await listSubjectIds(db, subject);
  const ofImports = (['live', 'sandbox'] as const).flatMap((environment) => {
    const ids = subject.imports.filter((key) => key.environment === environment).map(({ id }) => id);
    return ids.length === 0 ? [] : [and(eq(audit.environment, environment), inArray(auditValues.subject, ids))];
  });
  const conditions = [...ofImports, ...(others.length === 0 ? [] : [inArray(auditValues.subject, others)])];
  return conditions.length === 0 ? [] : listAuditEntries(db, or(...conditions));
}

async function listSubjectIds(db: Db, subject: CustomerSubject): Promise<string[]> {
  const found: string[] = [];
  for (const [name, table] of [
    ['creation_attempts', creationAttempts],
    ['full_requests', fullRequests],
    ['tool_requests', toolRequests],
    ['start_links', startLinks],
    ['decisions', decisions],
    ['notes', notes],
  ] as const) {
    const rows = await db.select({ id: table.id }).from(table).where(customerTable(name).belongsTo(subject));
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/** How many entries are searched at once: every value of them is. */
export const auditWindow = 5_000;

/** Entries from `from` up to `before` with a value that matches. */
export async function listAuditMatches(
  db: Db,
  pattern: string,
  range: { from: number; before: number },
): Promise<AuditEntryRow[]> {
  return listAuditEntries(
    db,
    and(
      sql`${audit.seq} >= ${range.from} and ${audit.seq} < ${range.before}`,
      or(
        // A member of staff is not the customer.
        sql`(${audit.actorId} is null and ${auditValues.actor} ~* ${pattern})`,
        sql`${auditValues.subject} ~* ${pattern}`,
        sql`${auditValues.before}::text ~* ${pattern}`,
        sql`${auditValues.after}::text ~* ${pattern}`,
      ),
    ),
  );
}
