import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { z } from 'zod';
import { CliError } from './cli-error.mjs';

/** First-load JavaScript of a page as it is sent: with brotli, written by `compress-static.ts`. */
const budgets = [
  { folder: '/(staff)/', kind: 'staff', bytes: 167_000 },
  { folder: '/(customer)/', kind: 'customer', bytes: 122_500 },
] as const;

const buildManifest = z.object({ rootMainFiles: z.array(z.string()) });
const referenceManifest = z.record(z.string(), z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) }));

/**
 * First-load JavaScript of every page, from Next's manifests: shared chunks plus those of the page, its layouts and its
 * boundaries, without chunks loaded later.
 *
 * @internal A browser test compares it with what pages really load.
 */
export function measurePageSizes(dist: string): { page: string; bytes: number; files: string[] }[] {
  // Small files are sent as they are.
  const sizeOf = (file: string) =>
    statSync([`${file}.br`, file].map((name) => join(dist, name)).find(existsSync) ?? file).size;
  return findManifests(join(dist, 'server', 'app'))
    .map((path) => {
      const { page, entryFiles } = readReferences(path);
      const manifest = readFileSync(join(dirname(path), 'page', 'build-manifest.json'), 'utf8');
      const { rootMainFiles } = buildManifest.parse(JSON.parse(manifest));
      const files = [...new Set([...rootMainFiles, ...entryFiles])].filter((file) => file.endsWith('.js'));
      return { page, files, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0) };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

/** Lists the pages with a budget. Fails the build when one exceeds it, or when there is none. */
export function checkPageSizes(dist: string): string {
  const pages = measurePageSizes(dist);
  const budgeted = budgets.map((budget) => {
    const own = pages.filter(({ page }) => page.startsWith(budget.folder));
    if (own.length === 0) throw new CliError(`No ${budget.kind} page was found in ${dist}, so none could be weighed.`);
    return { ...budget, own, oversized: own.filter(({ bytes }) => bytes > budget.bytes) };
  });
  const sizeList = budgeted
    .flatMap(({ own }) => own)
    .map(({ page, bytes }) => `${formatKilobytes(bytes)}  ${page}`)
    .join('\n');
  for (const { kind, bytes, oversized } of budgeted) {
    if (oversized.length === 0) continue;
    throw new CliError(
      `${sizeList}\nThe first-load script of ${oversized.length === 1 ? `a ${kind} page is` : `${oversized.length} ${kind} pages is`} ` +
        `beyond its budget of ${formatKilobytes(bytes).trim()}: ${oversized.map(({ page }) => page).join(', ')}. ` +
        'Load what is not needed at first on its first use.',
    );
  }
  return sizeList;
}

function findManifests(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('page_client-reference-manifest.js'))
    .map((path) => join(folder, path));
}

/** Next writes the manifest as a script that sets one entry on a global. */
function readReferences(path: string): { page: string; entryFiles: string[] } {
  const globals: Record<string, unknown> = {};
  globals.globalThis = globals;
  runInContext(readFileSync(path, 'utf8'), createContext(globals));
  const [entry] = Object.entries(referenceManifest.safeParse(globals.__RSC_MANIFEST).data ?? {});
  if (entry === undefined) throw new CliError(`${path} does not say which scripts its page loads.`);
  return { page: entry[0], entryFiles: Object.values(entry[1].entryJSFiles).flat() };
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
}
