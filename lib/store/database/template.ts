import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import { migratePglite } from './open-pglite';
import type { Migration } from './read-migrations';

/**
 * Making a PGlite database takes about five seconds, loading a made one takes one. So an empty, migrated database is
 * kept beside the installed packages: made by the build, used by the first open and by the tests. It is named for
 * what went into it, so a stale one is never found, and everything works without one.
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

/** One with these migrations, or a bare one to migrate; undefined when there is none: then a plain open is as good. */
export async function findTemplate(
  migrations: readonly Migration[],
  folder: string = defaultTemplateFolder(),
): Promise<Blob | undefined> {
  return (await readTemplate(migrations, folder)) ?? (await readTemplate([], folder));
}

/** Makes the template unless it is there, by way of the bare one, which no change of a migration makes stale. */
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
  // Written aside and renamed: another process sees the whole file or none.
  const draft = path.join(folder, `draft-${randomUUID()}`);
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()));
  await rename(draft, path.join(folder, name));
  await removeStaleTemplates(folder, [name, await templateName([])]);
  return dump;
}

async function removeStaleTemplates(folder: string, kept: readonly string[]): Promise<void> {
  const stale = (await readdir(folder)).filter((name) => name.startsWith('database-') && !kept.includes(name));
  await Promise.all(stale.map((name) => rm(path.join(folder, name), { force: true })));
}
