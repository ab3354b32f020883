import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packageApp } from '../../scripts/steps/package-app';
import type { Bench } from './with-bench';

export interface PackagedApp {
  bytes: number;
  start(settings: Settings): Promise<RunningInstance>;
  /** Runs a script of the package, such as `bin/landfall` with `docker compose exec`. */
  run(args: readonly string[], settings: Settings, input?: string): Promise<{ code: number; out: string }>;
}

export interface RunningInstance {
  /** Resolves with the exit code and how long it took. */
  stop(): Promise<{ code: number | null; seconds: number }>;
}

type Settings = Readonly<Record<string, string>>;

const dist = '.next-test';

/** The image has the user `node` with this id. Only root can become another user. */
const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

/** What the image contains, run as the image runs it: another user's files that cannot be written, and no other variables. */
export async function packageForDrill(bench: Bench): Promise<PackagedApp> {
  const tree = join(bench.folder, 'package');
  await packageApp(bench, { dist, out: tree });
  const bytes = await makeReadOnly(tree);
  await chmod(bench.folder, 0o755);
  const spawnNode = (args: readonly string[], settings: Settings) =>
    spawn(process.execPath, [...args], {
      ...user,
      cwd: tree,
      env: { NODE_ENV: 'production', PATH: '/usr/bin:/bin', LANDFALL_DIST: dist, ...settings },
    });
  return {
    bytes,
    start: async (settings) => {
      const child = spawnNode(['scripts/serve.mjs'], settings);
      const kill = () => child.kill('SIGKILL');
      process.once('exit', kill);
      child.once('exit', () => process.off('exit', kill));
      await untilStarted(child);
      return { stop: () => stop(child) };
    },
    run: async (args, settings, input = '') => {
      const child = spawnNode(args, settings);
      child.stdin.end(input);
      const ended = once(child, 'close');
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = (await ended) as [number];
      return { code, out: out + errors };
    },
  };
}

async function untilStarted(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-20_000);
      if (output.includes('Landfall is at')) resolve();
    });
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    child.once('exit', (code) => reject(new Error(`the packaged app ended with ${code}:\n${output}`)));
  });
}

async function stop(child: ChildProcess) {
  const startedMs = performance.now();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  return { code, seconds: (performance.now() - startedMs) / 1000 };
}

async function makeReadOnly(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) bytes += await makeReadOnly(inside);
    else if (entry.isFile()) {
      const { size, mode } = await stat(inside);
      bytes += size;
      await chmod(inside, mode & 0o111 ? 0o555 : 0o444);
    }
  }
  await chmod(path, 0o555);
  return bytes;
}
