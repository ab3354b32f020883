import { getDatabase } from './database';

export interface ImportRow {
  id: string;
  username: string | null;
  tool: string | null;
  family: string | null;
  status: { text: string } | null;
  seenAt: string;
  warnings: number;
  decision: string;
}

/** All columns that Landfall's list has. */
const columns = `environment, id, username, tool, family, instance_url as "instanceUrl", status, since_from as "sinceFrom",
  since_to as "sinceTo", seen_at as "seenAt", seen_by as "seenBy", gone, warnings, records,
  users_matched as "usersMatched", users_total as "usersTotal", decision, created_at as "createdAt",
  created_by as "createdBy", stuck, demo`;

export async function listImports(limit = 50): Promise<ImportRow[]> {
  const database = await getDatabase();
  const { rows } = await database.query<ImportRow>(
    `select ${columns} from imports order by seen_at desc, id desc limit $1`,
    [limit],
  );
  return rows;
}

export async function findImports(ids: readonly string[]): Promise<ImportRow[]> {
  const database = await getDatabase();
  const { rows } = await database.query<ImportRow>(`select ${columns} from imports where id = any($1)`, [ids]);
  return rows;
}
