import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { buildApp } from './build-app';
import type { LaunchContext } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { countPlaywright, countVitest, type Count } from './count-tests';
import { findFreePort } from './find-port.mjs';
import { checkPageSizes } from './measure-page-sizes';
import type { StageName } from './select-stages.mjs';

interface StageContext extends LaunchContext {
  log: (text: string) => void;
  chromium: string | undefined;
}

export interface StageResult {
  succeeded: boolean;
  counted?: Count | undefined;
}

export interface Stage {
  label: string;
  run: (context: StageContext) => Promise<StageResult>;
  /** Runs beside no other stage. */
  alone?: boolean;
}

const testDist = '.next-test';

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const tsconfigSchema = z.object({
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
});

export const stages: Record<StageName, Stage> = {
  format: { label: 'Formatting', run: (context) => runScript(context, 'format:check') },
  types: { label: 'Types', run: runTypes },
  lint: { label: 'Lint', run: (context) => runScript(context, 'lint') },
  directions: { label: 'Import directions', run: (context) => runScript(context, 'directions') },
  unused: { label: 'Unused code', run: (context) => runScript(context, 'unused') },
  build: { label: 'Build', run: runBuild },
  // Fills the time in which the browser tests wait, and does not slow them down.
  unit: { label: 'Unit tests', run: (context) => runUnit(context, 'unit.json', { lowPriority: true }) },
  embedded: { label: 'Unit tests on PGlite', run: runUnitOnPglite, alone: true },
  browser: { label: 'Browser tests', run: runBrowser },
  drills: { label: 'Drills', run: (context) => runScript(context, 'drill'), alone: true },
};

async function runTypes(context: StageContext): Promise<StageResult> {
  // A fresh checkout has no route types until Next generates them.
  const next = join('node_modules', 'next', 'dist', 'bin', 'next');
  const generated = await runNode(context, [next, 'typegen'], { LANDFALL_DIST: testDist });
  if (!generated.succeeded) return generated;
  writeTestTsconfig(context.root);
  return runScript(context, 'types', '-p .test/tsconfig.json');
}

/** The project's tsconfig without generated route types, which may describe pages that no longer exist. */
function writeTestTsconfig(root: string): void {
  const { include, exclude } = tsconfigSchema.parse(JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')));
  const ours = include.filter((pattern) => !pattern.startsWith('.next/'));
  const config = {
    extends: '../tsconfig.json',
    include: ours.map((pattern) => `../${pattern}`),
    exclude: exclude.map((pattern) => `../${pattern}`),
  };
  writeFileSync(join(root, '.test', 'tsconfig.json'), JSON.stringify(config, null, 2));
}

async function runUnit(
  context: StageContext,
  reportName: string,
  priority?: { lowPriority: boolean },
): Promise<StageResult> {
  const report = freshReport(context.root, reportName);
  const args = `--reporter=default --reporter=json --outputFile.json="${report.relative}"`;
  const { succeeded } = await runScript(context, 'unit', args, priority);
  return { succeeded, counted: countVitest(report.read()) };
}

function runUnitOnPglite(context: StageContext): Promise<StageResult> {
  const environment = { ...context.environment, LANDFALL_TEST_ENGINE: 'pglite' };
  return runUnit({ ...context, environment }, 'unit-pglite.json');
}

async function runBuild(context: StageContext): Promise<StageResult> {
  await buildApp(context, testDist);
  if (!context.signal.aborted) context.log(`${checkPageSizes(join(context.root, testDist))}\n`);
  return { succeeded: true };
}

async function runBrowser(context: StageContext): Promise<StageResult> {
  await buildApp(context, testDist);
  const report = freshReport(context.root, 'browser.json');
  const port = await findFreePort({ near: 3200 });
  const { succeeded } = await runNode(
    context,
    [join('node_modules', '@playwright', 'test', 'cli.js'), 'test'],
    { LANDFALL_TEST_PORT: String(port), LANDFALL_TEST_REPORT: report.relative, LANDFALL_CHROMIUM: context.chromium },
    // Playwright only closes its browsers and runs its teardown on SIGINT.
    'SIGINT',
  );
  return { succeeded, counted: countPlaywright(report.read()) };
}

/** Each stage has its own session, and Linux may share the time between sessions first. */
const nice = process.platform === 'win32' ? '' : '{ echo 10 > /proc/self/autogroup; } 2> /dev/null; exec nice -n 10 ';

/** Runs a package.json script with a shell, so that each command is defined in one place. */
async function runScript(
  { root, environment, children, log }: StageContext,
  script: string,
  args = '',
  { lowPriority = false } = {},
): Promise<StageResult> {
  const { scripts } = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const command = scripts[script];
  if (command === undefined) throw new CliError(`package.json has no script called ${script}.`);
  const path = [join(root, 'node_modules', '.bin'), environment.PATH].join(delimiter);
  const { code } = await children.run({
    command: `${lowPriority ? nice : ''}${command} ${args}`.trim(),
    shell: true,
    env: { ...environment, PATH: path, NEXT_TELEMETRY_DISABLED: '1' },
    onOutput: log,
  });
  return { succeeded: code === 0 };
}

async function runNode(
  { environment, children, log }: StageContext,
  args: readonly string[],
  extra: Record<string, string | undefined>,
  stopSignal: NodeJS.Signals = 'SIGTERM',
): Promise<StageResult> {
  const { code } = await children.run({
    args,
    env: { ...environment, NEXT_TELEMETRY_DISABLED: '1', ...extra },
    stopSignal,
    onOutput: log,
  });
  return { succeeded: code === 0 };
}

function freshReport(root: string, name: string) {
  const relative = `.test/${name}`;
  // Never count the report of an earlier run.
  rmSync(join(root, relative), { force: true });
  return {
    relative,
    read(): unknown {
      try {
        return JSON.parse(readFileSync(join(root, relative), 'utf8'));
      } catch {
        return undefined;
      }
    },
  };
}
