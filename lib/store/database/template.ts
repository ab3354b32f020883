import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import { migrate } from './migrate';
import type { Migration } from './read-migrations';

/**
 * Creating a PGlite database takes about five seconds, loading a template one. The build stores an empty, migrated
 * database here for the first open and for tests. Its name contains a hash of its inputs, so a stale one is never used.
 * Templates are optional.
 *
 * @internal Exported for its test.
 */
export const defaultTemplateFolder = () => path.resolve(/* turbopackIgnore: true */ 'node_modules/.cache/landfall');

const packageSchema = z.object({ version: z.string() });

async function templateName(migrations: readonly Migration[]): Promise<string> {
  const manifest = path.resolve(/* turbopackIgnore: true */ 'node_modules/@electric-sql/pglite/package.json');
  const { version } = packageSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const key = createHash('sha256').update(version);
  for (const migration of migrations) key.update(migration.hash);
  return `database-${key.digest('hex').slice(0, 16)}.tar.gz`;
}

async function readTemplate(migrations: readonly Migration[], folder: string): Promise<Blob | undefined> {
  try {
    const bytes = await readFile(path.join(folder, await templateName(migrations)));
    return new Blob([new Uint8Array(bytes)], { type: 'application/x-gzip' });
  } catch {
    return undefined;
  }
}

/** Prefers a template with these migrations, then one without any. */
export async function findTemplate(
  migrations: readonly Migration[],
  folder: string = defaultTemplateFolder(),
): Promise<Blob | undefined> {
  return (await readTemplate(migrations, folder)) ?? (await readTemplate([], folder));
}

/** Starts from a template without migrations, which stays valid when migrations change. */
export async function makeTemplate(
  migrations: readonly Migration[],
  folder: string = defaultTemplateFolder(),
): Promise<Blob> {
  const found = await readTemplate(migrations, folder);
  if (found) return found;
  const pglite = await PGlite.create(migrations.length === 0 ? {} : { loadDataDir: await makeTemplate([], folder) });
  await migratePglite(pglite, migrations);
  const dump = await pglite.dumpDataDir('gzip');
  await pglite.close();

  const name = await templateName(migrations);
  await mkdir(folder, { recursive: true });
  // Written under another name and renamed, so that other processes never see half a file.
  const draft = path.join(folder, `draft-${randomUUID()}`);
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()));
  await rename(draft, path.join(folder, name));
  await removeStaleTemplates(folder, [name, await templateName([])]);
  return dump;
}

async function removeStaleTemplates(folder: string, current: readonly string[]): Promise<void> {
  const stale = (await readdir(folder)).filter((name) => name.startsWith('database-') && !current.includes(name));
  await Promise.all(stale.map((name) => rm(path.join(folder, name), { force: true })));
}

/** In this thread, which has nothing else to do. @internal Exported for a test. */
export async function migratePglite(pglite: PGlite, migrations: readonly Migration[]): Promise<void> {
  await migrate(
    {
      run: (sql) => pglite.exec(sql),
      rows: async (sql, values) => (await pglite.query<Record<string, unknown>>(sql, values ? [...values] : [])).rows,
    },
    migrations,
  );
}
