import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/database';

/** What the holder of a link has proved. Each of them alone shows further migrations. */
export interface HolderProof {
  /** They read e-mails to this normalised address. */
  email: string | null;
  /** Staff gave them a link for this username. */
  username: string | null;
  /** They use the browser in which this username was entered on the open start page. */
  visitor: { id: string; username: string } | null;
}

const maxRelated = 20;

/**
 * Live imports that belong to the same customer, the newest first. Not those that were replaced or are gone without being
 * completed, nor those whose links were all revoked since the proof was issued.
 */
export async function listRelatedImports(
  db: Db,
  given: { proof: HolderProof; importId: string | null; since: Date },
): Promise<string[]> {
  const { proof, importId } = given;
  const related = [
    ...(proof.email === null ? [] : [ofAddress(proof.email)]),
    ...(proof.username === null ? [] : [ofLinks(proof.username, importId)]),
    ...(proof.visitor === null ? [] : [ofVisitor(proof.visitor)]),
  ];
  if (related.length === 0) return [];
  const rows = await db.select({ id: sql<string>`imports.id` }).from(
    sql`imports where environment = 'live' and (not gone or status_key = 'Migration completed')
        and id is distinct from ${importId}
        and id in (${sql.join(related, sql` union `)})
        and not exists (select 1 from customer_links l where l.environment = 'live' and l.import_id = imports.id
          and l.kind = 'all' and l.revoked_at >= ${given.since.toISOString()}::timestamptz)
        and not exists (select 1 from creation_attempts a
          where a.environment = 'live' and a.import_id = imports.id and a.state = 'abandoned')
        order by coalesce(created_at, first_seen_at) desc, id limit ${sql.raw(String(maxRelated))}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Whose username is the address, or whose customer confirmed it. An address entered by the holder of a link does not count if
 * the start link was revoked, or all links since. `imports_username` repeats the expressions.
 */
const ofAddress = (email: string): SQL =>
  sql`select id from imports where environment = 'live' and (username is null) = false
      and left(lower(coalesce(username, '')), 200) = left(${email}::text, 200) and lower(btrim(username)) = ${email}
    union select c.import_id from customer_contacts c
      where c.environment = 'live' and c.email = ${email} and c.source <> 'username' and c.confirmed_at is not null
      and (c.source <> 'customer' or (
        not exists (select 1 from creation_attempts a join start_links s on s.id = a.link_id
          where a.environment = 'live' and a.import_id = c.import_id and s.revoked_at is not null)
        and not exists (select 1 from customer_links l where l.environment = 'live' and l.import_id = c.import_id
          and l.kind = 'all' and l.revoked_at >= c.at)))`;

/** Not those that belong to another customer since staff corrected the username. */
const ofSameUsername = sql`join imports i
  on i.environment = a.environment and i.id = a.import_id and i.username = a.username`;

/**
 * A username that anyone can enter proves nothing, so both imports have to come from staff: created by them, or started
 * with a link for this username that still works.
 */
const ofLinks = (username: string, importId: string | null): SQL => {
  const fromStaff = sql`select a.import_id from creation_attempts a ${ofSameUsername} left join start_links s on s.id = a.link_id
    where a.environment = 'live' and a.username = ${username} and a.state in ('created', 'adopted')
      and (a.staff_id is not null or (s.username = ${username} and s.revoked_at is null))`;
  return sql`select import_id from (${fromStaff}) as from_staff where ${importId}::text in (${fromStaff})`;
};

const ofVisitor = ({ id, username }: { id: string; username: string }): SQL =>
  sql`select a.import_id from creation_attempts a ${ofSameUsername} where a.environment = 'live'
    and a.username = ${username} and a.visitor_id = ${id}::uuid and a.link_id is null
    and a.state in ('created', 'adopted')`;
