import { join } from 'node:path';
import { z } from 'zod';
import type { LaunchContext } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { readLaunchSettings } from './read-launch-settings.mjs';

const readySchema = z.object({
  type: z.literal('ready'),
  address: z.string(),
  setupCode: z.string().nullish(),
  /** The demo shows e-mails on a page. */
  mailbox: z.boolean().default(false),
  demoAccounts: z.array(z.object({ email: z.string(), role: z.string(), password: z.string() })).default([]),
});
export type StartupInfo = z.infer<typeof readySchema>;

interface StartAppOptions extends LaunchContext {
  dev: boolean;
  onOutput: (text: string, stream: 'stdout' | 'stderr') => void;
}

/**
 * The C library keeps up to eight heaps per core, one is enough here. Has to be set before the process starts.
 *
 * @internal Exported for the benchmark.
 */
export const processSettings = { MALLOC_ARENA_MAX: '1' };

/** Starts the server as a child process and waits until it is healthy. */
export async function startApp({ root, dev, environment, children, signal, onOutput }: StartAppOptions) {
  let onReady: (info: StartupInfo) => void = () => undefined;
  const ready = new Promise<StartupInfo>((resolve) => (onReady = resolve));
  const { drainS } = readLaunchSettings(root, environment);
  const child = children.start({
    args: [join(root, 'scripts', 'serve.mjs'), ...(dev ? ['--dev'] : [])],
    env: { ...processSettings, ...environment },
    ipc: true,
    // It then drains and gives running requests 35 s (scripts/serve.mjs).
    ...(drainS > 0 && { graceMs: (drainS + 40) * 1000 }),
    onOutput,
    onMessage: (message) => {
      const { data } = readySchema.safeParse(message);
      if (data !== undefined) onReady(data);
    },
  });
  const startupInfo = await Promise.race([ready, child.exited.then(() => undefined)]);
  if (startupInfo === undefined) {
    signal.throwIfAborted();
    // Its stderr explains the problem: a setting, a port, a database in use.
    throw new CliError(child.errors().trim() || `${child.output()}\nThe app stopped while starting.`.trim());
  }
  return { child, startupInfo };
}
