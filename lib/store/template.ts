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

async function templatePath(folder: string, migrations: readonly Migration[]): Promise<string> {
  const manifest = path.resolve(/* turbopackIgnore: true */ 'node_modules/@electric-sql/pglite/package.json');
  const { version } = packageSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const key = createHash('sha256').update(version);
  for (const migration of migrations) key.update(migration.hash);
  return path.join(folder, `database-${key.digest('hex').slice(0, 16)}.tar.gz`);
}

/** The template, or undefined when there is none that fits; a plain open is slower and as good. */
export async function findTemplate(
  migrations: readonly Migration[],
  folder: string = defaultTemplateFolder(),
): Promise<Blob | undefined> {
  try {
    const bytes = await readFile(await templatePath(folder, migrations));
    return new Blob([new Uint8Array(bytes)], { type: 'application/x-gzip' });
  } catch {
    return undefined;
  }
}

/** Makes the template unless it is there, and removes those of older migrations. */
export async function makeTemplate(
  migrations: readonly Migration[],
  folder: string = defaultTemplateFolder(),
): Promise<Blob> {
  const found = await findTemplate(migrations, folder);
  if (found) return found;
  const pglite = await PGlite.create();
  await migratePglite(pglite, migrations);
  const dump = await pglite.dumpDataDir('gzip');
  await pglite.close();

  const target = await templatePath(folder, migrations);
  await mkdir(folder, { recursive: true });
  // Written aside and renamed: another process sees the whole file or none.
  const draft = `${target}.${randomUUID()}`;
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()));
  await rename(draft, target);
  const stale = (await readdir(folder)).filter((name) => /^database-[0-9a-f]{16}\.tar\.gz$/.test(name));
  await Promise.all(
    stale.filter((name) => name !== path.basename(target)).map((name) => rm(path.join(folder, name), { force: true })),
  );
  return dump;
}
