import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askHealth } from './server/ask-health.mjs';
import { createGate } from './server/create-gate.mjs';
import { readAppGreeting, closeApp } from './server/app-hooks.mjs';
import { createShutDown } from './server/shut-down.mjs';
import { portOf } from './server/trust-nothing.mjs';
import { codeOf, Complaint, describeFailure } from './steps/complaint.mjs';
import { describePortProblem } from './steps/find-port.mjs';
import { readEnvironment, readLaunchSettings } from './steps/read-launch-settings.mjs';

/**
 * The server: Next behind our own gate (docs/decisions say why not `next start`). `npm start` runs it as a child and
 * hears from it over IPC; it also runs alone, for containers and process managers: `node scripts/serve.mjs`.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dev = process.argv.includes('--dev');

/** @param {Record<string, unknown>} message */
const tell = (message) => process.send?.(message);

/** @type {() => Promise<void>} until there is a server, there is nothing to shut down */
let shutDown = async () => undefined;

async function serve() {
  stopOnSignals();
  process.chdir(root);
  const environment = readEnvironment(root, process.env);
  const settings = readLaunchSettings(root, environment);
  Object.assign(process.env, environment, {
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_URL: settings.publicOrigin,
    LANDFALL_DATA: settings.dataFolder,
    LANDFALL_DIST: settings.dist,
  });
  if (!dev) await assertBuilt(settings.dist);

  const publicUrl = new URL(settings.publicOrigin);
  // Next listens for upgrades on the server it is given. It gets one that never listens, so that production has no
  // upgrades at all, and in development they pass our gate first.
  const upgrades = createServer();
  const { default: next } = await import('next');
  const app = next({
    dev,
    dir: root,
    hostname: publicUrl.hostname,
    port: Number(portOf(publicUrl)),
    httpServer: upgrades,
  });
  await app.prepare();

  const server = createGate({
    ...settings,
    handle: app.getRequestHandler(),
    upgrade: dev ? (request, socket, head) => upgrades.emit('upgrade', request, socket, head) : undefined,
  });
  shutDown = createShutDown(server, { closeApp });

  await listen(server, settings);
  // In development the first answer waits for a compiler.
  await askHealth(settings, { patienceMs: dev ? 180_000 : 60_000 });
  const greeting = await readAppGreeting();
  tell({ type: 'ready', address: settings.publicOrigin, ...greeting });
  if (process.send === undefined) console.log(`Landfall is at ${settings.publicOrigin}`);
}

/** @param {string} dist */
async function assertBuilt(dist) {
  try {
    await readFile(join(root, dist, 'BUILD_ID'));
  } catch {
    throw new Complaint(`There is no build in ${dist}. Run \`npm start\`, or \`npx next build\` first.`);
  }
}

/**
 * @param {import('node:http').Server} server
 * @param {{ port: number, host: string }} where
 * @returns {Promise<void>}
 */
function listen(server, { port, host }) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Complaint(describePortProblem(codeOf(error), { port, host }))));
    server.listen(port, host, resolve);
  });
}

function stopOnSignals() {
  let asked = false;
  const stop = () => {
    if (asked) return;
    asked = true;
    shutDown().then(
      () => process.exit(0),
      (error) => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The parent has died without a word: nobody else would ever stop this process.
  process.on('disconnect', stop);
}

/** @param {unknown} error */
function fail(error) {
  console.error(describeFailure(error));
  process.exit(1);
}

serve().catch(fail);
