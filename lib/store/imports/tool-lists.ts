import { and, eq, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import { toolSchema, type Tool } from '../../contract/tools';
import { z } from 'zod';
import type { Db } from '../database/database';
import { toolLists } from '../schema/system';

export interface StoredToolList {
  tools: Tool[];
  fetchedAt: Date;
}

interface ToolListKey {
  environment: Environment;
  family?: string | undefined;
  /** The address of the service. */
  url: string;
}

const storedToolsSchema = z.array(toolSchema).max(10_000);

/** An empty string means no family, since key columns cannot be null. */
const familyKey = (family: string | undefined): string => family ?? '';

/**
 * The list is undefined if never fetched from the service at `url`, or stored by an older version in another format.
 * `families` are those that any stored list of this environment and service names.
 */
export async function loadToolList(
  db: Db,
  { environment, family, url }: ToolListKey,
): Promise<{ list: StoredToolList | undefined; families: string[] }> {
  const [row] = await db
    .select({
      families: sql<string[]>`array(select distinct named.family #>> '{}' from tool_lists as known,
        jsonb_path_query(known.tools, '$[*].family') as named(family)
        where known.environment = ${environment} and known.url = ${url} and named.family #>> '{}' <> '')`,
      list: toolLists,
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(
      toolLists,
      and(eq(toolLists.environment, environment), eq(toolLists.family, familyKey(family)), eq(toolLists.url, url)),
    );
  const tools = storedToolsSchema.safeParse(row?.list?.tools);
  return {
    list: row?.list && tools.success ? { tools: tools.data, fetchedAt: row.list.fetchedAt } : undefined,
    families: row?.families.sort() ?? [],
  };
}

/** Keeps the newest list of a service when instances write out of order. */
export async function saveToolList(
  db: Db,
  { environment, family, url }: ToolListKey,
  list: StoredToolList,
): Promise<void> {
  const { tools, fetchedAt } = list;
  await db
    .insert(toolLists)
    .values({ environment, family: familyKey(family), url, tools, fetchedAt })
    .onConflictDoUpdate({
      target: [toolLists.environment, toolLists.family],
      set: { url: sql`excluded.url`, tools: sql`excluded.tools`, fetchedAt: sql`excluded.fetched_at` },
      setWhere: sql`${toolLists.fetchedAt} < excluded.fetched_at or ${toolLists.url} <> excluded.url`,
    });
}
