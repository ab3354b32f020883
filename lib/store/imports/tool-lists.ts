import { and, eq, lt, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import { toolSchema, type Tool } from '../../contract/tools';
import * as z from 'zod/mini';
import type { Db } from '../database/database';
import { toolLists } from '../schema/system';

export interface StoredToolList {
  tools: Tool[];
  fetchedAt: Date;
}

const storedToolsSchema = z.array(toolSchema).check(z.maxLength(10_000));

/** No family is the empty text, since a key cannot be null. */
const familyKey = (family: string | undefined): string => family ?? '';

/** What the service said last, or undefined when it never was asked, or an older version of ours kept another shape. */
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

/** Keeps the newest: an instance that was held up does not overwrite what another learnt since. */
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

/** Families that tools named so far. Lists of another shape have none. */
export async function listSeenToolFamilies(db: Db, environment: Environment): Promise<string[]> {
  const rows = await db
    .selectDistinct({ family: sql<string | null>`named.family #>> '{}'` })
    .from(toolLists)
    .innerJoin(sql`jsonb_path_query(${toolLists.tools}, '$[*].family') as named(family)`, sql`true`)
    .where(eq(toolLists.environment, environment));
  return rows.flatMap(({ family }) => (family === null || family === '' ? [] : [family])).sort();
}
