import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { CliError } from './cli-error.mjs';

/** First-load JavaScript of a staff page, gzipped. */
const staffPageBudgetBytes = 210_000;

/** @typedef {{ page: string, bytes: number, files: string[] }} PageSize */

/**
 * First-load JavaScript of every page, from Next's manifests: shared chunks plus those of the page, its layouts and its
 * boundaries, without chunks loaded later.
 *
 * @internal A browser test compares it with what pages really load.
 * @param {string} dist
 * @returns {PageSize[]}
 */
export function measurePageSizes(dist) {
  const app = join(dist, 'server', 'app');
  /** @type {Map<string, number>} */
  const sizes = new Map();
  const sizeOf = (/** @type {string} */ file) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(dist, file))).length;
    sizes.set(file, size);
    return size;
  };
  return findManifests(app)
    .map((path) => {
      const { page, entryJSFiles } = readReferences(path);
      /** @type {{ rootMainFiles: string[] }} */
      const { rootMainFiles } = JSON.parse(readFileSync(join(dirname(path), 'page', 'build-manifest.json'), 'utf8'));
      const files = [...new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])].filter((file) =>
        file.endsWith('.js'),
      );
      return { page, files, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0) };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

/**
 * Fails the build when a staff page exceeds its budget, or when no page is found.
 *
 * @param {string} dist
 * @returns {string} one line per page
 */
export function checkPageSizes(dist) {
  const staff = measurePageSizes(dist).filter(({ page }) => page.startsWith('/(staff)/'));
  if (staff.length === 0) throw new CliError(`No staff page was found in ${dist}, so none could be weighed.`);
  const sizeList = staff.map(({ page, bytes }) => `${formatKilobytes(bytes)}  ${page}`).join('\n');
  const oversized = staff.filter(({ bytes }) => bytes > staffPageBudgetBytes);
  if (oversized.length > 0) {
    throw new CliError(
      `${sizeList}\nThe first-load script of ${oversized.length === 1 ? 'a staff page is' : `${oversized.length} staff pages is`} ` +
        `beyond its budget of ${formatKilobytes(staffPageBudgetBytes).trim()}: ${oversized.map(({ page }) => page).join(', ')}. ` +
        'Load what is not needed at first on its first use.',
    );
  }
  return sizeList;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function findManifests(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('page_client-reference-manifest.js'))
    .map((path) => join(folder, path));
}

/**
 * Next writes it as a script that sets one entry on a global.
 *
 * @param {string} path
 * @returns {{ page: string, entryJSFiles: Record<string, string[]> }}
 */
function readReferences(path) {
  /** @type {{ __RSC_MANIFEST?: Record<string, { entryJSFiles?: Record<string, string[]> }>, globalThis?: unknown }} */
  const globals = {};
  globals.globalThis = globals;
  runInContext(readFileSync(path, 'utf8'), createContext(globals));
  const [entry] = Object.entries(globals.__RSC_MANIFEST ?? {});
  if (entry?.[1].entryJSFiles === undefined) throw new CliError(`${path} does not say which scripts its page loads.`);
  return { page: entry[0], entryJSFiles: entry[1].entryJSFiles };
}

/** @param {number} bytes */
function formatKilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
}
