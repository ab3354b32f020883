import { and, eq, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { importTags } from '../schema/imports';
import type { ImportKey } from './observations';

/** For each row of a query on `imports`, in the order of the database. */
export const tagsOfImport = sql<string[]>`array(select t.tag from import_tags t
  where t.environment = imports.environment and t.import_id = imports.id order by t.tag)`;

const ofImport = ({ environment, id }: ImportKey) =>
  and(eq(importTags.environment, environment), eq(importTags.importId, id));

export async function readTags(tx: Db, key: ImportKey): Promise<string[]> {
  const rows = await tx.select({ tag: importTags.tag }).from(importTags).where(ofImport(key));
  return rows.map(({ tag }) => tag);
}

export async function replaceTags(tx: Db, key: ImportKey, tags: readonly string[]): Promise<void> {
  const { environment, id } = key;
  await tx.delete(importTags).where(and(ofImport(key), notInArray(importTags.tag, [...tags])));
  if (tags.length > 0)
    await tx
      .insert(importTags)
      .values(tags.map((tag) => ({ environment, importId: id, tag })))
      .onConflictDoNothing();
}

/** Imports with this tag, found by it. As an array, because the planner may prefer a join that reads every import. */
export const isTagged = (environment: Environment, tag: string): SQL =>
  sql`imports.id = any(array(select t.import_id from import_tags t where t.environment = ${environment} and t.tag = ${tag}))`;

/** Looked up for each row: with a common tag, all its imports would be read to find a few of them. */
export const hasTags = (tags: readonly string[]): SQL | undefined =>
  and(
    ...tags.map(
      (tag) => sql`coalesce((select true from import_tags t
        where t.environment = imports.environment and t.import_id = imports.id and t.tag = ${tag}), false)`,
    ),
  );

/** How many imports have a tag, up to `limit`; with `gone`, only those whose `gone` is this. */
export function countTagged(
  { environment, tag, gone }: { environment: Environment; tag: string; gone?: boolean },
  limit: number,
): SQL {
  // Not a join, for which the planner may read imports in another order until it found enough.
  const ofGone = sql`and (select i.gone from imports i where i.environment = t.environment and i.id = t.import_id) = ${gone}`;
  return sql`(select count(*) from (select 1 from import_tags t where t.environment = ${environment} and t.tag = ${tag}
    ${gone === undefined ? sql`` : ofGone} limit ${limit}) as tagged)`;
}

/** Each tag in use, found by jumping from one to the next in the index: there may be a million rows. */
export const tagsInUse = (environment: Environment, limit: number): SQL => sql`(
  with recursive used(tag) as (
    (select tag from import_tags where environment = ${environment} order by tag limit 1)
    union all
    select (select t.tag from import_tags t where t.environment = ${environment} and t.tag > used.tag order by t.tag limit 1)
    from used where used.tag is not null
  ) select tag from used where tag is not null limit ${limit})`;
