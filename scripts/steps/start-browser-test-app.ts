import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { addDemoDatabase, startDemoPostgres } from '../../e2e/fixtures/demo-postgres';
import { processStart } from '../../lib/core/file-lock.mjs';
import { buildApp } from './build-app';
import { createChildren } from './children.mjs';
import type { Environment } from './read-launch-settings.mjs';
import { startApp } from './start-app';
import { startSimulator } from './start-simulator';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Variables that are passed on; any other could point the tests to a real database. */
const allowedVariables = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TERM',
  'CI',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
];

/**
 * Playwright's global setup: starts an app and a simulator with their own ports and data, as `npm start` does. Tests
 * find them through LANDFALL_TEST_ORIGIN, LANDFALL_TEST_SIMULATOR and LANDFALL_TEST_DATA. Their output is in
 * .test/logs. Returns the teardown.
 */
export default async function startBrowserTestApp(): Promise<() => Promise<void>> {
  const port = process.env.LANDFALL_TEST_PORT ?? '3200';
  const publicOrigin = `http://localhost:${port}`;
  const dataFolder = join(root, '.test', 'browser-data');
  const logs = join(root, '.test', 'logs');
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });

  const children = createChildren(root);
  process.once('exit', children.killAll);
  const environment = filterEnvironment(process.env);
  const context = { root, children, environment, signal: new AbortController().signal };
  const dist = '.next-test';
  const postgres = await startDemoPostgres();
  try {
    await buildApp(context, dist);
    const simulator = await startSimulator({
      ...context,
      dataFolder,
      publicOrigin,
      near: 4110,
      extraFlags: ['--world'],
      onOutput: (text) => appendFileSync(join(logs, 'simulator.log'), text),
    });
    const app = await startApp({
      ...context,
      dev: false,
      environment: await addDemoDatabase(postgres, {
        ...environment,
        ...simulator.environment,
        PORT: port,
        HOST: '127.0.0.1',
        NEXTAUTH_URL: publicOrigin,
        LANDFALL_DATA: dataFolder,
        LANDFALL_DIST: dist,
        // Holding a decision back is tested with apps of their own.
        DECISION_HOLD_S: '0',
      }),
      onOutput: (text) => appendFileSync(join(logs, 'app.log'), text),
    });
    Object.assign(process.env, {
      LANDFALL_TEST_ORIGIN: publicOrigin,
      LANDFALL_TEST_SIMULATOR: simulator.origin,
      LANDFALL_TEST_DATA: dataFolder,
    });
    writeFileSync(
      join(root, '.test', 'app.json'),
      JSON.stringify({ origin: publicOrigin, simulator: simulator.origin, dataFolder }, null, 2),
    );
    return async () => {
      const pids = [app.child.pid, simulator.child.pid];
      await children.stopAll();
      await postgres?.stop();
      const left = pids.filter((pid) => processStart(pid) !== undefined);
      if (left.length > 0) throw new Error(`Processes ${left.join(', ')} outlived the browser tests`);
    };
  } catch (error) {
    await children.stopAll();
    await postgres?.stop();
    throw error;
  }
}

/** Next reads .env files itself but never overrides a variable, so each name in them is set to an empty value. */
function filterEnvironment(environment: Environment): Environment {
  const allowed = allowedVariables.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]]],
  );
  const emptied = ['.env', '.env.local', '.env.production', '.env.production.local']
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => Object.keys(parseEnv(readFileSync(path, 'utf8'))).map((name) => [name, '']));
  return Object.fromEntries([...emptied, ...allowed]);
}
