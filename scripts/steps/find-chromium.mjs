import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CliError } from './cli-error.mjs';

/**
 * @typedef {import('./read-launch-settings.mjs').Environment} Environment
 * @typedef {{ run: (command: string, args: readonly string[]) => Promise<{ code: number | null, output: string }> }} Runner
 */

/** The headless shell comes first: it is the same engine and runs the tests a fifth faster. */
const namesOnPath = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
/** Debian's names; other distributions only have the second. */
const aptPackages = ['chromium-headless-shell', 'chromium'];
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium that really starts: CHROMIUM_PATH, the system's, Playwright's, then Playwright's download, then the
 * system's packages.
 *
 * @param {{
 *   root: string, environment: Environment, runner: Runner, exists?: (path: string) => boolean, isRoot?: boolean,
 *   say: (line: string) => void,
 * }} options
 * @returns {Promise<string>} the path of its executable
 */
export async function findChromium({ root, environment, runner, exists = existsSync, isRoot = isRootUser(), say }) {
  const works = async (/** @type {string | undefined} */ path) =>
    path !== undefined && exists(path) && (await runner.run(path, ['--version'])).code === 0;

  const configured = environment.CHROMIUM_PATH || environment.PLAYWRIGHT_CHROMIUM;
  if (configured) {
    if (await works(configured)) return configured;
    throw new CliError(`${configured} is no Chromium that starts here: correct CHROMIUM_PATH, or leave it unset.`);
  }
  const system = async () => findFirst(works, [...candidatesOnPath(environment), ...macApplications]);
  const playwrights = async () => findFirst(works, [await playwrightChromiumPath(root, runner)]);

  const found = (await system()) ?? (await playwrights());
  if (found) return found;

  say('  · No Chromium here yet: downloading one (playwright install chromium)');
  await runner.run(process.execPath, [playwrightCli(root), 'install', 'chromium']);
  const downloaded = await playwrights();
  if (downloaded) return downloaded;

  if (isRoot && isOnPath(exists, environment, 'apt-get')) {
    say('  · Installing Chromium from the system packages (apt-get install)');
    await runner.run('apt-get', ['update']);
    for (const name of aptPackages) {
      await runner.run('apt-get', ['install', '-y', '--no-install-recommends', name]);
      const installed = await system();
      if (installed) return installed;
    }
  }
  throw new CliError(
    'The browser tests need a Chromium, and none could be found or fetched: install one, or say where it is with ' +
      'CHROMIUM_PATH=/path/to/chromium.',
  );
}

/**
 * @param {(path: string | undefined) => Promise<boolean>} test
 * @param {readonly (string | undefined)[]} paths
 */
async function findFirst(test, paths) {
  for (const path of paths) if (await test(path)) return path;
  return undefined;
}

/** @param {Environment} environment */
function candidatesOnPath(environment) {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * @param {(path: string) => boolean} exists
 * @param {Environment} environment
 * @param {string} name
 */
function isOnPath(exists, environment, name) {
  return (environment.PATH ?? '').split(delimiter).some((folder) => exists(join(folder, name)));
}

/** @param {string} root */
const playwrightCli = (root) => join(root, 'node_modules', '@playwright', 'test', 'cli.js');

/**
 * @param {string} root
 * @param {Runner} runner
 * @returns {Promise<string | undefined>}
 */
async function playwrightChromiumPath(root, runner) {
  const script = `import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(join(root, 'package.json'))});
    process.stdout.write(require('@playwright/test').chromium.executablePath());`;
  const { code, output } = await runner.run(process.execPath, ['--input-type=module', '--eval', script]);
  return code === 0 && output.trim() !== '' ? output.trim() : undefined;
}

function isRootUser() {
  return process.getuid?.() === 0;
}
