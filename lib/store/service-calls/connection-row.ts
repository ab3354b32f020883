import { eq, sql } from 'drizzle-orm';
import { backupKey } from '../backup/record-backup';
import type { Db } from '../database/database';
import { connection } from '../schema/system';

export type ConnectionRow = Omit<typeof connection.$inferSelect, 'id'>;

const columns = {
  version: connection.version,
  valueEncrypted: connection.valueEncrypted,
  by: connection.by,
  at: connection.at,
  checkedAt: connection.checkedAt,
};

export async function readConnectionRow(db: Db): Promise<ConnectionRow | undefined> {
  const [row] = await db.select(columns).from(connection);
  return row;
}

export interface SetupFacts {
  row: ConnectionRow | undefined;
  /** Admins who can sign in. Demo accounts do not count. */
  admins: number;
  branded: boolean;
  webhookSeen: boolean;
  /** To someone on the staff list, as test messages are. */
  testMailSent: boolean;
  backupTaken: boolean;
  /** The installation value with this key. */
  configuredCheck: unknown;
}

/** One statement, because it is part of a page. */
export async function readSetupFacts(db: Db, configuredCheckKey: string): Promise<SetupFacts> {
  const [found] = await db
    .select({
      row: columns,
      admins: sql`(
        select count(*) from staff
        where role = 'admin' and disabled_at is null and source <> 'demo'
          and (password_hash is not null or oidc_subject is not null)
      )`.mapWith(Number),
      branded: sql<boolean>`exists (select 1 from app_settings where key = 'branding')`,
      webhookSeen: sql<boolean>`exists (select 1 from delivery_counters where verdict = 'verified')`,
      testMailSent: sql<boolean>`exists (
        select 1 from staff join outbox_messages on recipient = staff.email
        where event = 'test' and channel = 'email' and state = 'sent'
      )`,
      backupTaken: sql<boolean>`exists (select 1 from installation where key = ${backupKey})`,
      configuredCheck: sql`(select value from installation where key = ${configuredCheckKey})`,
    })
    .from(sql`(select 1) as one`)
    .leftJoin(connection, sql`true`);
  if (found === undefined) throw new Error('a select without conditions returned no row');
  return { ...found, row: found.row ?? undefined };
}

/** Cheap enough to be repeated every few seconds. */
export async function readConnectionVersion(db: Db): Promise<number> {
  const [row] = await db.select({ version: connection.version }).from(connection);
  return row?.version ?? 0;
}

/** False if the stored version is not `basedOn` any more. The first version is based on 0. */
export async function writeConnectionRow(tx: Db, row: ConnectionRow, basedOn: number): Promise<boolean> {
  const written =
    basedOn === 0
      ? await tx.insert(connection).values(row).onConflictDoNothing().returning({ version: connection.version })
      : await tx
          .update(connection)
          .set(row)
          .where(eq(connection.version, basedOn))
          .returning({ version: connection.version });
  return written.length === 1;
}

/** Unless another version was saved in the meantime. */
export async function markConnectionChecked(tx: Db, version: number, checkedAt: Date | null): Promise<void> {
  await tx.update(connection).set({ checkedAt }).where(eq(connection.version, version));
}
