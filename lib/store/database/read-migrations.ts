import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const journalSchema = z.object({
  entries: z.array(z.object({ idx: z.number(), when: z.number(), tag: z.string().regex(/^[\w-]+$/) })).max(10_000),
});

/** The last migration of each release, oldest first. */
const releasesSchema = z.record(z.string(), z.string());

export interface Migration {
  name: string;
  sql: string;
  /** Computed with LF line endings, so that a checkout with CRLF has the same hash. */
  hash: string;
  whenMs: number;
  /** Versions that know this migration work on a database with this one, too: instances are upgraded one by one. */
  compatibleWith?: string | undefined;
}

/** Bundlers rewrite `import.meta.url`, so the path is relative to the working directory, the project root. */
const defaultMigrationsFolder = () => path.resolve(/* turbopackIgnore: true */ 'lib/store/migrations');

export async function readMigrations(folder: string = defaultMigrationsFolder()): Promise<Migration[]> {
  const journal = journalSchema.parse(JSON.parse(await readFile(path.join(folder, 'meta', '_journal.json'), 'utf8')));
  const releases = releasesSchema.parse(JSON.parse(await readFile(path.join(folder, 'releases.json'), 'utf8')));
  const entries = journal.entries.toSorted((a, b) => a.idx - b.idx);
  return Promise.all(
    entries.map(async (entry) => {
      const sql = (await readFile(path.join(folder, `${entry.tag}.sql`), 'utf8')).replaceAll('\r\n', '\n');
      return {
        name: entry.tag,
        sql,
        hash: createHash('sha256').update(sql).digest('hex'),
        whenMs: entry.when,
        compatibleWith: Object.values(releases).findLast((last) => last < entry.tag),
      };
    }),
  );
}
