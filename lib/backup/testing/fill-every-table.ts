import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { appendAudit } from '../../audit/append-audit';
import { systemCaller } from '../../contract/caller';
import type { Cipher } from '../../core/cipher';
import { systemClock } from '../../core/clock';
import { plantName } from '../../data-protection/testing/plant-name';
import { readRows, readTables } from '../../store/backup/read-catalog';
import type { Database } from '../../store/database/database';
import { writeInstallationValue } from '../../store/database/installation';
import { staff } from '../../store/schema/staff';

/** Texts that a format may split, escape or lose. */
const oddText = 'line\nbreak \r\t "quoted" \\ back\u2028slash\u2029 \u0001 \u{1F6EB} ünï, {brace} null';

/** A row in nearly every table, and values whose exact form is easily lost. Returns ids. */
export async function fillEveryTable(database: Database, cipher: Cipher) {
  const { db } = database;
  const [staffId, decisionId, messageId] = [randomUUID(), randomUUID(), randomUUID()];
  await db.insert(staff).values({
    id: staffId,
    email: 'ada@partner.example',
    name: oddText,
    role: 'admin',
    source: 'local',
    createdAt: new Date('2026-11-12T09:00:00.001Z'),
  });
  const clock = systemClock;
  for (const subject of ['first', oddText]) {
    const entry = { caller: systemCaller, subject, after: { nothing: null, text: oddText } };
    await database.transaction((tx) => appendAudit({ clock, cipher }, tx, { ...entry, action: 'note.added' }));
  }
  await database.transaction((tx) => writeInstallationValue(tx, { key: 'purpose', value: 'live', at: clock.now() }));
  const username = 'customer@company.example';
  await plantName(database, { cipher, username, importId: 'i-1', staffId, decisionId, messageId });
  await db.execute(sql`
    insert into imports (environment, id, username, status_text, status_key, seen_at, seen_by, first_seen_at, search_terms)
    values ('live', 'i-1', ${oddText}, 'Odd', 'Migration completed', '2026-11-12 09:00:00.123+02', 'watcher', 'infinity',
      ${`{"a","nu\\"ll","{NULL}","x,y\\\\"}`}::text[])`);
  await db.execute(sql`
    insert into poll_units (kind, key, next_poll_at, rate) values ('import', 'nan', '-infinity', 'NaN'),
      ('import', 'tiny', now(), 5e-324), ('import', 'third', now(), 0.1::float8 + 0.2::float8), ('import', 'inf', now(), 'Infinity')`);
  await db.execute(sql`
    insert into passkeys (id, staff_id, name, public_key, counter, transports, backed_up, created_at)
    values ('key', ${staffId}, '', decode(${Buffer.from(Array.from({ length: 256 }, (_, n) => n)).toString('hex')}, 'hex'),
      9223372036854775807, 'null'::jsonb, true, now())`);
  await db.execute(sql`
    insert into app_settings (key, version, value, by, at) values
      ('numbers', 1, '{"big": 12345678901234567890.1234567890, "order": 1, "a": [1.0, 1e400]}'::jsonb, '', now()),
      ('text', 1, '"5"'::jsonb, '', now())`);
  await db.execute(sql`
    insert into sessions (id, staff_id, created_at, last_active_at, address, user_agent)
    values (${randomUUID()}, ${staffId}, now(), now(), '', '')`);
  await db.execute(sql`
    insert into tool_lists (environment, family, tools, fetched_at) values ('live', '', '[]', now())`);
  return { staffId, decisionId, messageId };
}

/** Every row of every table as the database writes it, in a fixed order. */
export async function dumpRows(database: Database): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  await database.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local timezone = 'UTC'`));
    for (const { name } of await readTables(tx)) {
      const rows = await readRows(tx, sql`select t::text as row from ${sql.identifier(name)} as t order by 1`);
      dump[name] = rows.map((row) => JSON.stringify(row));
    }
  });
  return dump;
}
