import { and, eq } from 'drizzle-orm';
import type { Environment } from '../contract/environment';
import { toolSchema, type Tool } from '../contract/tools';
import { z } from '../contract/z';
import type { Db } from './database';
import { toolLists } from './schema/system';

const keptSchema = z.array(toolSchema).check(z.maxLength(10_000));

/** The source tools as last told; `family` is empty for the unfiltered list. */
export async function keepToolList(
  db: Db,
  row: { environment: Environment; family: string; tools: Tool[]; fetchedAt: Date },
): Promise<void> {
  await db
    .insert(toolLists)
    .values(row)
    .onConflictDoUpdate({
      target: [toolLists.environment, toolLists.family],
      set: { tools: row.tools, fetchedAt: row.fetchedAt },
    });
}

export async function readToolList(
  db: Db,
  environment: Environment,
  family: string,
): Promise<{ tools: Tool[]; fetchedAt: Date } | undefined> {
  const [row] = await db
    .select({ tools: toolLists.tools, fetchedAt: toolLists.fetchedAt })
    .from(toolLists)
    .where(and(eq(toolLists.environment, environment), eq(toolLists.family, family)));
  const tools = z.safeParse(keptSchema, row?.tools);
  // A list kept in an older shape is as good as none: the service is asked again.
  return row && tools.success ? { tools: tools.data, fetchedAt: row.fetchedAt } : undefined;
}
