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

/**
 * The list is undefined if never fetched, or stored by an older version in another format. `families` are those that any
 * stored list of this environment names.
 */
export async function loadToolList(
  db: Db,
  environment: Environment,
  family: string | undefined,
): Promise<{ list: StoredToolList | undefined; families: string[] }> {
  const [row] = await db
    .select({
      families: sql<string[]>`array(select distinct named.family #>> '{}' from tool_lists as known,
        jsonb_path_query(known.tools, '$[*].family') as named(family)
        where known.environment = ${environment} and named.family #>> '{}' <> '')`,
      list: toolLists,
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(toolLists, and(eq(toolLists.environment, environment), eq(toolLists.family, familyKey(family))));
  const tools = storedToolsSchema.safeParse(row?.list?.tools);
  return {
    list: row?.list && tools.success ? { tools: tools.data, fetchedAt: row.list.fetchedAt } : undefined,
    families: row?.families.sort() ?? [],
  };
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
