import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestPostgres, type TestPostgres } from '../../lib/store/testing/start-test-postgres';
import { createChildren, type LaunchContext } from '../../scripts/steps/children.mjs';
import { findFreePort } from '../../scripts/steps/find-port.mjs';
import type { Comparison } from '../measurement';
import type { Environment } from '../../scripts/steps/read-launch-settings.mjs';

export type Engine = 'PGlite' | 'PostgreSQL';

export interface Bench extends LaunchContext {
  /** For npm, which needs the user's registry and proxy. Apps get `environment`, which has no settings. */
  userEnvironment: Environment;
  /** Deleted at the end. */
  folder: string;
  /** A new PostgreSQL database, on a server that is started on first use. */
  createDatabase(): Promise<string>;
  findPort(): Promise<number>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Stops all processes and deletes all data at the end. */
export async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const children = createChildren(root);
  process.once('exit', children.killAll);
  let postgres: Promise<TestPostgres> | undefined;
  // Others than those of another run at the same time.
  let port = 20_000 + (process.pid % 1000) * 10;
  try {
    return await work({
      root,
      children,
      signal: new AbortController().signal,
      environment: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder },
      userEnvironment: process.env,
      folder,
      createDatabase: async () => (await (postgres ??= startTestPostgres())).createDatabase(),
      findPort: async () => (port = await findFreePort({ near: port + 1 })),
    });
  } finally {
    await children.stopAll();
    process.off('exit', children.killAll);
    await (await postgres)?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures each engine on a bench of its own. */
export async function withEachEngine(
  measure: (bench: Bench, engine: Engine) => Promise<Comparison[]>,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const engine of ['PGlite', 'PostgreSQL'] as const) {
    comparisons.push(...(await withBench((bench) => measure(bench, engine))));
  }
  return comparisons;
}
