import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CliError } from './cli-error.mjs';
import type { Environment } from './read-launch-settings.mjs';

type Run = (command: string, args: readonly string[]) => Promise<{ code: number | null; output: string }>;

interface FindOptions {
  root: string;
  environment: Environment;
  run: Run;
  exists?: (path: string) => boolean;
  isRoot?: boolean;
  say: (line: string) => void;
}

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

/** CHROMIUM_PATH, the system’s, Playwright’s, then a download, then the system’s packages. */
export async function findChromium(options: FindOptions): Promise<string> {
  const { root, environment, run, exists = existsSync, isRoot = process.getuid?.() === 0, say } = options;
  const works = async (path: string) => exists(path) && (await run(path, ['--version'])).code === 0;
  const onPath = (name: string) => (environment.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const findFirst = async (paths: readonly string[]) => {
    for (const path of paths) if (await works(path)) return path;
    return undefined;
  };

  const configured = environment.CHROMIUM_PATH || environment.PLAYWRIGHT_CHROMIUM;
  if (configured) {
    if (await works(configured)) return configured;
    throw new CliError(`${configured} does not start as Chromium. Correct CHROMIUM_PATH, or leave it unset.`);
  }
  const system = () => findFirst([...namesOnPath.flatMap(onPath), ...macApplications]);
  const playwrights = async () => findFirst(await playwrightChromiumPath(root, run));

  const found = (await system()) ?? (await playwrights());
  if (found) return found;

  say('  · No Chromium here yet: downloading one (playwright install chromium)');
  const playwrightCli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  await run(process.execPath, [playwrightCli, 'install', 'chromium']);
  const downloaded = await playwrights();
  if (downloaded) return downloaded;

  if (isRoot && onPath('apt-get').some(exists)) {
    say('  · Installing Chromium from the system packages (apt-get install)');
    await run('apt-get', ['update']);
    for (const name of aptPackages) {
      await run('apt-get', ['install', '-y', '--no-install-recommends', name]);
      const installed = await system();
      if (installed) return installed;
    }
  }
  throw new CliError(
    'The browser tests need a Chromium, and none could be found or downloaded. Install one, or set ' +
      'CHROMIUM_PATH=/path/to/chromium.',
  );
}

async function playwrightChromiumPath(root: string, run: Run): Promise<string[]> {
  const script = `import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(join(root, 'package.json'))});
    process.stdout.write(require('@playwright/test').chromium.executablePath());`;
  const { code, output } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  return code === 0 && output.trim() !== '' ? [output.trim()] : [];
}
