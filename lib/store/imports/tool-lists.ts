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

const familiesSchema = z.array(z.nullable(z.string()));
const families = (environment: Environment) =>
  sql`(select coalesce(jsonb_agg(distinct named.family), '[]') from tool_lists as list,
    jsonb_path_query(list.tools, '$[*].family') as named(family) where list.environment = ${environment})`.mapWith(
    (value: unknown) => [...familiesSchema.parse(value)].flatMap((family) => family || []).sort(),
  );

/** With the families of all stored lists. Undefined if never fetched, or stored by an older version in another format. */
export async function loadToolList(
  db: Db,
  environment: Environment,
  family: string | undefined,
): Promise<(StoredToolList & { families: string[] }) | undefined> {
  const [row] = await db
    .select({ tools: toolLists.tools, fetchedAt: toolLists.fetchedAt, families: families(environment) })
    .from(toolLists)
    .where(and(eq(toolLists.environment, environment), eq(toolLists.family, familyKey(family))));
  const tools = storedToolsSchema.safeParse(row?.tools);
  return row && tools.success ? { ...row, tools: tools.data } : undefined;
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
  const [row] = await db.select({ families: families(environment) }).from(sql`(select 1) as one`);
  return row?.families ?? [];
}
