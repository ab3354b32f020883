import { join } from 'node:path';
import { importListSchema } from '../../lib/contract/imports';
import { loadOrCreateKeys } from '../../lib/core/keys';
import type { Db } from '../../lib/store/database/database';
import { buildApp } from '../../scripts/steps/build-app';
import { startApp } from '../../scripts/steps/start-app';
import { startSimulator } from '../../scripts/steps/start-simulator';
import { seedDatabase } from '../../scripts/testing/seed-database';
import { createRequester, type Requester } from './requester';
import { signIn } from './sign-in';
import type { Bench, Engine } from './with-bench';

export interface RunningLandfall {
  engine: Engine;
  origin: string;
  readonly pid: number;
  /** On the same data. The session of the admin stays. */
  restart(): Promise<void>;
  /** The cookie of an admin, who may open every page. */
  cookie: string;
  /** Signed in as that admin. */
  client: Requester;
  databaseUrl: string | undefined;
  dataFolder: string;
  webhookSecret: string;
  service: { origin: string; url: string; token: string };
}

interface StartOptions {
  engine: Engine;
  settings?: Readonly<Record<string, string>>;
  /** Lets a benchmark put something between the app and its database. */
  connectThrough?: (databaseUrl: string) => Promise<string>;
  /** How many imports the simulator makes up for the demo data, 400 by default. */
  worldSize?: number;
  /** Adds more data than the demo has. */
  fill?: (db: Db) => Promise<void>;
}

const dist = '.next-test';

/** The production build with the simulator and its demo data of 90 days. */
export async function startLandfall(bench: Bench, options: StartOptions): Promise<RunningLandfall> {
  const { engine, settings = {}, connectThrough = (url) => Promise.resolve(url), worldSize = 400, fill } = options;
  const port = await bench.findPort();
  const origin = `http://localhost:${port}`;
  const dataFolder = join(bench.folder, `landfall-${port}`);
  await buildApp(bench, dist);
  const simulator = await startSimulator({
    ...bench,
    dataFolder,
    publicOrigin: origin,
    near: await bench.findPort(),
    extraFlags: ['--world-size', String(worldSize), '--rate', '100000'],
    onOutput: () => undefined,
  });
  const databaseUrl = engine === 'PostgreSQL' ? await bench.createDatabase() : undefined;
  const { nextAuthSecret, landfallKey } = loadOrCreateKeys(dataFolder);
  const keys = { NEXTAUTH_SECRET: nextAuthSecret, LANDFALL_KEY: landfallKey };
  const withDatabase = (url: string | undefined) => (url === undefined ? {} : { DATABASE_URL: url, ...keys });
  const environment = {
    ...bench.environment,
    ...simulator.environment,
    ...settings,
    PORT: String(port),
    HOST: '127.0.0.1',
    NEXTAUTH_URL: origin,
    LANDFALL_DATA: dataFolder,
    LANDFALL_DIST: dist,
    LOG_LEVEL: 'warn',
  };
  // Before the app starts, so that nothing is still being loaded while we measure.
  const accounts = await seedDatabase(
    { ...environment, ...withDatabase(databaseUrl) },
    { simulatorOrigin: simulator.origin, fill },
  );
  const appUrl = databaseUrl === undefined ? undefined : await connectThrough(databaseUrl);
  const start = () =>
    startApp({
      ...bench,
      environment: { ...environment, ...withDatabase(appUrl) },
      dev: false,
      onOutput: () => undefined,
    });
  let { child } = await start();
  const cookie = await signIn(origin, accounts, 'admin');
  return {
    engine,
    origin,
    get pid() {
      return child.pid;
    },
    restart: async () => {
      await child.stop();
      ({ child } = await start());
    },
    cookie,
    client: createRequester(origin, { cookie }),
    databaseUrl,
    dataFolder,
    webhookSecret: simulator.environment.WEBHOOK_SECRET,
    service: {
      origin: simulator.origin,
      url: simulator.environment.SERVICE_URL,
      token: simulator.environment.SERVICE_TOKEN,
    },
  };
}

/** The newest imports, as the API lists them. */
export async function listRows({ client }: RunningLandfall, limit = 200) {
  const { body } = await client.get(`/api/imports?gone=show&limit=${limit}`);
  return importListSchema.parse(JSON.parse(body.toString())).imports;
}
