import { sql } from 'drizzle-orm';
import type { Db } from '../database/database';

/** When it was last read from the service counts in steps, so that an open page shows about how old its data is. */
const seenStepS = 300;

export interface MigrationVersion {
  /** Differs if the page would show something else, apart from other migrations. */
  version: string;
  username: string | null;
  /** The visitor of the open start page who started it. */
  visitorId: string | null;
}

/** Undefined if there is no such live import. */
export async function readMigrationVersion(db: Db, importId: string): Promise<MigrationVersion | undefined> {
  const columns = {
    version: sql<string>`md5(shown::text)`,
    username: sql<string | null>`shown.username`,
    visitorId: sql<string | null>`shown.visitor_id`,
  };
  const [row] = await db.select(columns).from(
    sql`(select status_text, gone, since_to, warnings, records, users_matched, users_total, decision, tool, username,
        instance_url, floor(extract(epoch from seen_at) / ${seenStepS}::int),
        (select jsonb_agg(jsonb_build_array(d.id, d.state) order by d.id) from decisions d
          where d.environment = imports.environment and d.import_id = imports.id),
        (select jsonb_agg(jsonb_build_array(r.id, r.closed_at) order by r.id) from full_requests r
          where r.environment = imports.environment and r.import_id = imports.id),
        (select jsonb_agg(jsonb_build_array(a.id, a.state, successor.id, successor.state) order by a.id)
          from creation_attempts a left join creation_attempts successor on successor.id = a.replaced_by
          where a.environment = imports.environment and a.import_id = imports.id),
        (select a.visitor_id from creation_attempts a
          where a.environment = imports.environment and a.import_id = imports.id limit 1) as visitor_id,
        (select o.reported -> 'warnings' ->> 'hash' from observations o
          where o.environment = imports.environment and o.import_id = imports.id
          and o.reported -> 'warnings' is not null order by o.seen_at desc, o.id desc limit 1),
        (select jsonb_agg(jsonb_build_array(c.email, c.confirmed_at, c.unsubscribed_at, c.unsubscribed_emails,
          c.bounced_at)) from customer_contacts c
          where c.environment = imports.environment and c.import_id = imports.id)
      from imports where environment = 'live' and id = ${importId}) as shown`,
  );
  return row;
}
