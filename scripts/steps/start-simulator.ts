import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Child, LaunchContext } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { findFreePort } from './find-port.mjs';

const keysSchema = z.object({
  token: z.string().min(1),
  webhookSecret: z.string().min(1),
  /** Stored because customer links contain it. */
  port: z.number().int().optional().catch(undefined),
});
type SimulatorKeys = z.infer<typeof keysSchema>;

interface StartSimulatorOptions extends LaunchContext {
  dataFolder: string;
  publicOrigin: string;
  extraFlags: readonly string[];
  near?: number;
  onOutput: (text: string) => void;
}

/** Starts the simulator on loopback and returns the settings that make the app use it. */
export async function startSimulator(options: StartSimulatorOptions) {
  const { root, dataFolder, publicOrigin, environment, children, extraFlags, signal, near = 4010, onOutput } = options;
  const keys = loadKeys(dataFolder);
  const port = await findFreePort({ near, prefer: keys.port });
  if (port !== keys.port) saveKeys(dataFolder, { ...keys, port });
  const origin = `http://127.0.0.1:${port}`;
  // Its startup output includes the token, so it is not shown.
  let ready = false;
  const child = children.start({
    args: [
      ...['--import', 'tsx'],
      ...['--import', pathToFileURL(join(root, 'scripts', 'steps', 'end-with-parent.mjs')).href],
      join(root, 'simulator', 'main.ts'),
      ...simulatorFlags({ port, keys, dataFolder, publicOrigin }),
      ...extraFlags,
    ],
    env: environment,
    ipc: true,
    onOutput: (text) => void (ready && onOutput(text)),
  });
  await waitUntilHealthy(child, `${origin}/control/health`, signal);
  ready = true;
  return {
    child,
    origin,
    environment: {
      SERVICE_URL: `${origin}/api/v2.1`,
      SERVICE_TOKEN: keys.token,
      WEBHOOK_SECRET: keys.webhookSecret,
      LANDFALL_SIMULATOR: origin,
    },
  };
}

/**
 * Generated keys may begin with a dash, so `--name=value` is required.
 *
 * @internal Tested without starting a simulator.
 */
export function simulatorFlags(options: {
  port: number;
  keys: SimulatorKeys;
  dataFolder: string;
  publicOrigin: string;
}): string[] {
  const { port, keys, dataFolder, publicOrigin } = options;
  return [
    ...['--port', String(port)],
    `--token=${keys.token}`,
    `--state=${join(dataFolder, 'simulator.json')}`,
    `--webhook-url=${publicOrigin}/api/webhooks/migration`,
    `--webhook-secret=${keys.webhookSecret}`,
    `--full-request-url=${publicOrigin}/full-migration`,
  ];
}

/** Secrets shared by app and simulator, created once per data folder. */
function loadKeys(dataFolder: string): SimulatorKeys {
  try {
    return keysSchema.parse(JSON.parse(readFileSync(keysPath(dataFolder), 'utf8')));
  } catch {
    const keys = {
      token: randomBytes(24).toString('base64url'),
      webhookSecret: randomBytes(32).toString('base64url'),
    };
    saveKeys(dataFolder, keys);
    return keys;
  }
}

function saveKeys(dataFolder: string, keys: SimulatorKeys): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const path = keysPath(dataFolder);
  // Written to a new file and renamed, so that an interruption leaves either the old or the new keys.
  writeFileSync(`${path}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

const keysPath = (dataFolder: string) => join(dataFolder, 'simulator-keys.json');

async function waitUntilHealthy(child: Child, url: string, signal: AbortSignal): Promise<void> {
  let over = false;
  void child.exited.then(() => (over = true));
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    if (over) throw new CliError(`${child.output().trimEnd()}\nThe simulator stopped while starting.`.trimStart());
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await delay(50);
  }
  throw new CliError('The simulator did not become healthy within 60 s.');
}
