import { and, eq, lt, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import { toolSchema, type Tool } from '../../contract/tools';
import { z } from 'zod';
import type { Db } from '../database/database';
import { toolLists } from '../schema/system';

export interface StoredToolList {
  tools: Tool[];
  fetchedAt: Date;
}

const storedToolsSchema = z.array(toolSchema).max(10_000);

/** An empty string means no family, since key columns cannot be null. */
const familyKey = (family: string | undefined): string => family ?? '';

/** Undefined if never fetched, or stored by an older version in another format. */
export async function loadToolList(
  db: Db,
  environment: Environment,
  family: string | undefined,
): Promise<StoredToolList | undefined> {
  const [row] = await db
    .select()
    .from(toolLists)
    .where(and(eq(toolLists.environment, environment), eq(toolLists.family, familyKey(family))));
  if (!row) return undefined;
  const tools = storedToolsSchema.safeParse(row.tools);
  return tools.success ? { tools: tools.data, fetchedAt: row.fetchedAt } : undefined;
}

/** Keeps the newest list when instances write out of order. */
export async function saveToolList(
  db: Db,
  environment: Environment,
  family: string | undefined,
  list: StoredToolList,
): Promise<void> {
  const { tools, fetchedAt } = list;
  await db
    .insert(toolLists)
    .values({ environment, family: familyKey(family), tools, fetchedAt })
    .onConflictDoUpdate({
      target: [toolLists.environment, toolLists.family],
      set: { tools: sql`excluded.tools`, fetchedAt: sql`excluded.fetched_at` },
      setWhere: lt(toolLists.fetchedAt, sql`excluded.fetched_at`),
    });
}

export async function listSeenToolFamilies(db: Db, environment: Environment): Promise<string[]> {
  const rows = await db
    .selectDistinct({ family: sql<string | null>`named.family #>> '{}'` })
    .from(toolLists)
    .innerJoin(sql`jsonb_path_query(${toolLists.tools}, '$[*].family') as named(family)`, sql`true`)
    .where(eq(toolLists.environment, environment));
  return rows.flatMap(({ family }) => (family === null || family === '' ? [] : [family])).sort();
}
