import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { waitUntilHealthy } from './server/wait-until-healthy.mjs';
import { callRoute } from './server/call-route.mjs';
import { createHttpServer } from './server/create-http-server.mjs';
import { createShutdown } from './server/create-shutdown.mjs';
import { servePage } from './server/serve-page.mjs';
import { portOf } from './server/request-filter.mjs';
import { createBrotliFiles } from './server/serve-brotli.mjs';
import { errorCode } from '../lib/core/error-code.mjs';
import { appHooks } from '../lib/http/app-hooks.mjs';
import { CliError, describeError } from './steps/cli-error.mjs';
import { describePortProblem } from './steps/find-port.mjs';
import { loadEnvironment, readLaunchSettings, restartExitCode } from './steps/read-launch-settings.mjs';

/**
 * The HTTP server around Next (docs/decisions/0002-custom-http-server.md). `npm start` runs it as a child process and
 * talks to it over IPC; containers and process managers run `node scripts/serve.mjs` directly.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { dev } = parseArgs({ options: { dev: { type: 'boolean', default: false } } }).values;

/** @type {() => Promise<void>} */
let shutdown = async () => undefined;

async function serve() {
  stopOnSignals();
  process.chdir(root);
  const settings = readLaunchSettings(root, loadEnvironment(root, process.env));
  Object.assign(process.env, {
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_URL: settings.publicOrigin,
    LANDFALL_DATA: settings.dataFolder,
    LANDFALL_DIST: settings.dist,
  });
  if (!dev) useBuild(join(root, settings.dist));

  const publicUrl = new URL(settings.publicOrigin);
  // Next attaches its upgrade listener to the server it is given. This one never listens, so production accepts no
  // upgrades and development upgrades pass our host check first.
  const upgrades = createServer();
  const { default: next } = await import('next');
  const { hostname } = publicUrl;
  // `prepare` resolves before `instrumentation.ts` has started the app. Requests wait for that.
  /** @type {Promise<void>} */
  const started = new Promise((resolve) => (appHooks.started = resolve));
  const app = next({ dev, dir: root, hostname, port: Number(portOf(publicUrl)), httpServer: upgrades });
  await app.prepare();

  const handle = app.getRequestHandler();
  const serveBrotli = dev ? () => false : createBrotliFiles(join(root, settings.dist, 'static'));
  const server = createHttpServer({
    ...settings,
    handle: async (request, response) => {
      await started;
      const route = dev ? undefined : appHooks.routes?.[`${request.method} ${request.url?.split('?', 1)[0]}`];
      if (route) return callRoute(route, request, response, settings);
      return serveBrotli(request, response) || servePage(appHooks.preparePage, request, response, handle);
    },
    observe: (...args) => appHooks.observeRequest?.(...args),
    allowedMethods: (path) => appHooks.allowedMethods?.(path),
    upgrade: dev ? (request, socket, head) => upgrades.emit('upgrade', request, socket, head) : undefined,
  });
  shutdown = createShutdown(server, {
    startDraining: () => appHooks.drain?.(),
    closeApp: (graceMs) => appHooks.close?.(graceMs),
    drainMs: settings.drainS * 1000,
    // Behind a proxy nothing waits for the end, so a decision in flight gets its whole deadline of 30 s.
    ...(settings.drainS > 0 && { graceMs: 35_000 }),
  });
  // `npm start` starts the app again after this exit code; nothing else is known to.
  if (process.send !== undefined) appHooks.restart = () => stop(restartExitCode);

  try {
    server.listen(settings.port, settings.host);
    await once(server, 'listening');
  } catch (error) {
    throw new CliError(describePortProblem(errorCode(error), settings));
  }
  // In development the first response waits for the compiler.
  await waitUntilHealthy(settings, dev ? 180_000 : 60_000);
  const startupInfo = await appHooks.ready?.();
  process.send?.({ type: 'ready', address: settings.publicOrigin, ...startupInfo });
  if (process.send !== undefined) return;
  console.log(`Landfall is at ${settings.publicOrigin}`);
  // For a person who reads the log of a container. It works once, until the first admin has a password.
  if (startupInfo?.setupCode) console.log(`One-time code for the first admin account: ${startupInfo.setupCode}`);
}

/** @param {string} folder */
function useBuild(folder) {
  const manifest = join(folder, 'required-server-files.json');
  if (!existsSync(join(folder, 'BUILD_ID')) || !existsSync(manifest)) {
    throw new CliError(`No build found in ${folder}. Run \`npm start\` or \`npx next build\` first.`);
  }
  // As the server of Next's standalone output does: next.config.mjs was read by the build, and a package has neither it
  // nor the code that reads it.
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(JSON.parse(readFileSync(manifest, 'utf8')).config);
}

let stopping = false;

/** Running requests are answered first. */
function stop(exitCode = 0) {
  if (!stopping) shutdown().then(() => process.exit(exitCode), fail);
  stopping = true;
  return true;
}

function stopOnSignals() {
  process.on('SIGINT', () => stop());
  process.on('SIGTERM', () => stop());
  // The parent has died, so nothing else would stop this process.
  process.on('disconnect', () => stop());
  // Its pipes are closed then. Next would log each failed write, and fail again, without end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** @param {unknown} error */
function fail(error) {
  // Not `console.error`, which the running app sends to its log.
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

serve().catch(fail);
