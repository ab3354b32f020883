import { sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from './database';

/** What may be done to append-only tables. The SQL is in the migration that creates `landfall_maintain`. */
export type Maintenance =
  | { action: 'delete_observed'; args: { environment: Environment; ids: readonly string[] } }
  | { action: 'drop_raw'; args: { ids: readonly number[] } }
  | { action: 'replace_raw'; args: { rows: readonly { id: number; was: string; raw: string }[] } }
  | { action: 'clear_decision_steps'; args: { ids: readonly string[] } }
  | {
      action: 'erase_audit_values';
      args: { entries: readonly { seq: number; fields: readonly string[] }[]; at: string };
    }
  | { action: 'delete_converted_audit'; args: Record<string, never> };

/** The only way to change or delete rows of an append-only table. Returns how many changed. */
export async function maintain(tx: Db, { action, args }: Maintenance): Promise<number> {
  const changed = sql<number>`landfall_maintain(${action}, ${JSON.stringify(args)}::jsonb)`.mapWith(Number);
  const [row] = await tx.select({ changed }).from(sql`(values (1)) as one`);
  return row?.changed ?? 0;
}
