import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build-app.mjs';
import { CliError } from './cli-error.mjs';
import { countPlaywright, countVitest } from './count-tests.mjs';
import { findFreePort } from './find-port.mjs';
import { checkPageSizes } from './measure-page-sizes.mjs';

/**
 * @typedef {{
 *   root: string, environment: import('./read-launch-settings.mjs').Environment,
 *   children: import('./children.mjs').Children, signal: AbortSignal, log: (text: string) => void, chromium?: string | undefined,
 * }} StageContext
 * @typedef {{ succeeded: boolean, counted?: import('./count-tests.mjs').Count | undefined }} StageResult
 * @typedef {{
 *   name: string, label: string, run: (context: StageContext) => Promise<StageResult>,
 *   parallel?: boolean, fullOnly?: boolean,
 * }} Stage `parallel` stages run together with the one before them; `fullOnly` stages run in `npm run test:full`.
 */

const testDist = '.next-test';

/**
 * Fast stages first.
 *
 * @type {readonly Stage[]}
 */
const stages = [
  { name: 'format', label: 'Formatting', run: (context) => runScript(context, 'format:check') },
  { name: 'types', label: 'Types', run: runTypes, parallel: true },
  { name: 'lint', label: 'Lint', run: (context) => runScript(context, 'lint'), parallel: true },
  {
    name: 'directions',
    label: 'Import directions',
    run: (context) => runScript(context, 'directions'),
    parallel: true,
  },
  { name: 'unused', label: 'Unused code', run: (context) => runScript(context, 'unused'), parallel: true },
  { name: 'unit', label: 'Unit tests', run: (context) => runUnit(context, 'unit.json') },
  { name: 'build', label: 'Build', run: runBuild, parallel: true },
  { name: 'embedded', label: 'Unit tests on PGlite', run: runUnitOnPglite, fullOnly: true },
  { name: 'browser', label: 'Browser tests', run: runBrowser },
  { name: 'drills', label: 'Drills', run: (context) => runScript(context, 'drill'), fullOnly: true },
];

/**
 * @param {readonly string[]} args
 * @returns {{ stages: readonly Stage[], full: boolean }}
 */
export function selectStages(args) {
  const names = stages.map((stage) => stage.name);
  const usage = `\`npm test\` takes --full, and --only with some of ${names.join(',')}.`;
  const { only, full } = readArguments(args, usage);
  if (only === undefined) return { stages: stages.filter((stage) => full || !stage.fullOnly), full };
  const chosen = only.split(',').filter((name) => name !== '');
  if (chosen.length === 0 || chosen.some((name) => !names.includes(name))) throw new CliError(usage);
  return { stages: stages.filter((stage) => chosen.includes(stage.name)), full };
}

/**
 * @param {readonly string[]} args
 * @param {string} usage
 */
function readArguments(args, usage) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { only: { type: 'string' }, full: { type: 'boolean', default: false } },
    });
    return values;
  } catch {
    throw new CliError(usage);
  }
}

/** @param {StageContext} context */
async function runTypes(context) {
  // A fresh checkout has no route types until Next generates them.
  const generated = await runNode(
    context,
    'next typegen',
    [join('node_modules', 'next', 'dist', 'bin', 'next'), 'typegen'],
    { LANDFALL_DIST: testDist },
  );
  if (!generated.succeeded) return generated;
  writeTestTsconfig(context.root);
  return runScript(context, 'types', '-p .test/tsconfig.json');
}

/**
 * The project's tsconfig without generated route types, which may describe pages that no longer exist.
 *
 * @param {string} root
 */
function writeTestTsconfig(root) {
  /** @type {{ include?: string[], exclude?: string[] }} */
  const { include = [], exclude = [] } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const ours = include.filter((pattern) => !pattern.startsWith('.next/'));
  const config = {
    extends: '../tsconfig.json',
    include: ours.map((pattern) => `../${pattern}`),
    exclude: exclude.map((pattern) => `../${pattern}`),
  };
  writeFileSync(join(root, '.test', 'tsconfig.json'), JSON.stringify(config, null, 2));
}

/**
 * @param {StageContext} context
 * @param {string} reportName
 */
async function runUnit(context, reportName) {
  const report = freshReport(context.root, reportName);
  const args = `--reporter=default --reporter=json --outputFile.json="${report.relative}"`;
  const { succeeded } = await runScript(context, 'unit', args);
  return { succeeded, counted: countVitest(report.read()) };
}

/** @param {StageContext} context */
function runUnitOnPglite(context) {
  const environment = { ...context.environment, LANDFALL_TEST_ENGINE: 'pglite' };
  return runUnit({ ...context, environment }, 'unit-pglite.json');
}

/** @param {StageContext} context */
async function runBuild(context) {
  await buildApp({ ...context, dist: testDist });
  if (!context.signal.aborted) context.log(`${checkPageSizes(join(context.root, testDist))}\n`);
  return { succeeded: true };
}

/** @param {StageContext} context */
async function runBrowser(context) {
  await buildApp({ ...context, dist: testDist });
  const report = freshReport(context.root, 'browser.json');
  const port = await findFreePort({ near: 3200 });
  const { succeeded } = await runNode(
    context,
    'playwright',
    [join('node_modules', '@playwright', 'test', 'cli.js'), 'test'],
    { LANDFALL_TEST_PORT: String(port), LANDFALL_TEST_REPORT: report.relative, LANDFALL_CHROMIUM: context.chromium },
    // Playwright only closes its browsers and runs its teardown on SIGINT.
    'SIGINT',
  );
  return { succeeded, counted: countPlaywright(report.read()) };
}

/**
 * Runs a package.json script with a shell, so that each command is defined in one place.
 *
 * @param {StageContext} context
 * @param {string} script
 * @param {string} [args]
 * @returns {Promise<StageResult>}
 */
async function runScript({ root, environment, children, log }, script, args = '') {
  /** @type {{ scripts: Record<string, string | undefined> }} */
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const command = scripts[script];
  if (command === undefined) throw new CliError(`package.json has no script called ${script}.`);
  const path = [join(root, 'node_modules', '.bin'), environment.PATH].join(delimiter);
  const { code } = await children.run({
    name: script,
    command: `${command} ${args}`.trim(),
    shell: true,
    cwd: root,
    env: { ...environment, PATH: path, NEXT_TELEMETRY_DISABLED: '1' },
    onOutput: log,
  });
  return { succeeded: code === 0 };
}

/**
 * @param {StageContext} context
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Record<string, string | undefined>} extra
 * @param {NodeJS.Signals} [stopSignal]
 * @returns {Promise<StageResult>}
 */
async function runNode({ root, environment, children, log }, name, args, extra, stopSignal = 'SIGTERM') {
  const { code } = await children.run({
    name,
    command: process.execPath,
    args,
    cwd: root,
    env: { ...environment, NEXT_TELEMETRY_DISABLED: '1', ...extra },
    stopSignal,
    onOutput: log,
  });
  return { succeeded: code === 0 };
}

/**
 * @param {string} root
 * @param {string} name
 */
function freshReport(root, name) {
  const relative = `.test/${name}`;
  // Never count the report of an earlier run.
  rmSync(join(root, relative), { force: true });
  return {
    relative,
    /** @returns {unknown} */
    read() {
      try {
        return JSON.parse(readFileSync(join(root, relative), 'utf8'));
      } catch {
        return undefined;
      }
    },
  };
}
