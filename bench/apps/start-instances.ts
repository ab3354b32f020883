import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey } from '../../lib/core/cipher';
import type { Database } from '../../lib/store/database/database';
import { openDatabase } from '../../lib/store/database/open-database';
import { buildApp } from '../../scripts/steps/build-app';
import type { Child } from '../../scripts/steps/children.mjs';
import { startApp } from '../../scripts/steps/start-app';
import { seedDatabase } from '../../scripts/testing/seed-database';
import { startSimulator, type RunningSimulator } from '../../simulator/start-simulator';
import { signIn } from './sign-in';
import type { Bench } from './with-bench';

/** An instance of the production build that can be killed and started again with the same data. */
export interface Instance {
  readonly origin: string;
  isRunning(): boolean;
  start(): Promise<void>;
  /** With SIGKILL. */
  kill(): Promise<void>;
}

export interface Instances {
  instances: readonly Instance[];
  simulator: RunningSimulator;
  webhookSecret: string;
  /** An admin's cookie, valid at every instance. */
  cookie: string;
  /** PGlite belongs to its app, which must not run. */
  openDatabase(): Promise<Database>;
  stop(): Promise<void>;
}

interface StartOptions {
  /** Without one, a single instance on PGlite. */
  databaseUrl?: string | undefined;
  dataFolder?: string;
  count?: number;
  /** Settings of all instances, or of one. */
  settings?: (index: number) => Readonly<Record<string, string>>;
  /** The simulator's limit, which is also that of the app. */
  ratePerS?: number;
}

const dist = '.next-test';

/** Several instances that share a database, a service and their keys, and an admin. */
export async function startInstances(bench: Bench, options: StartOptions = {}): Promise<Instances> {
  const { databaseUrl, count = 1, settings = () => ({}), ratePerS = 1000 } = options;
  await buildApp(bench, dist);
  const simulator = await startSimulator({ port: 0, rate: ratePerS });
  const webhookSecret = randomBytes(24).toString('hex');
  const shared = {
    ...bench.environment,
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    SERVICE_RATE_PER_S: String(Math.min(ratePerS, 100)),
    WEBHOOK_SECRET: webhookSecret,
    NEXTAUTH_SECRET: generateKey(),
    LANDFALL_KEY: generateKey(),
    LANDFALL_DIST: dist,
    LOG_LEVEL: 'error',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const ports: number[] = [];
  for (let index = 0; index < count; index += 1) ports.push(await bench.findPort());
  const environments = ports.map((port, index) => ({
    ...shared,
    PORT: String(port),
    HOST: '127.0.0.1',
    NEXTAUTH_URL: `http://localhost:${port}`,
    LANDFALL_DATA: options.dataFolder ?? join(bench.folder, `instance-${port}`),
    ...settings(index),
  }));
  for (const { LANDFALL_DATA } of environments) await mkdir(LANDFALL_DATA, { recursive: true });
  const instances = environments.map((environment) => createInstance(bench, environment));
  const stop = async () => {
    await Promise.all(instances.map((instance) => instance.kill()));
    await simulator.close();
  };
  try {
    const accounts = await seedDatabase({ ...shared, ...environments[0] });
    await Promise.all(instances.map((instance) => instance.start()));
    const cookie = await signIn(instances[0]?.origin ?? '', accounts, 'admin');
    const folder = environments[0]?.LANDFALL_DATA ?? '';
    const open = () => openDatabase(databaseUrl === undefined ? { folder } : { url: databaseUrl });
    return { instances, simulator, webhookSecret, cookie, openDatabase: open, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function createInstance(bench: Bench, environment: Readonly<Record<string, string>>): Instance {
  let running: Child | undefined;
  return {
    origin: environment['NEXTAUTH_URL'] ?? '',
    isRunning: () => running !== undefined,
    start: async () => {
      const { child } = await startApp({ ...bench, environment, dev: false, onOutput: () => undefined });
      running = child;
      void child.exited.then(() => running === child && (running = undefined));
    },
    kill: async () => {
      const child = running;
      running = undefined;
      if (child === undefined) return;
      process.kill(child.pid, 'SIGKILL');
      await child.exited;
    },
  };
}
