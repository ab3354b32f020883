import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';
import { inject } from 'vitest';
import { findFreePort } from '../steps/find-port.mjs';
import { processStart } from '../../lib/core/file-lock.mjs';
import { liveMarker } from '../../lib/core/live-folder.mjs';

/**
 * A project that runs the real scripts with fakes for everything slow: Next, the simulator and npm. Its path contains
 * spaces. Each fake writes its pid to `pids/` and is controlled by FAKE_ variables.
 */

const realRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const writePidFile = (name: string) => `
  const { mkdirSync, writeFileSync } = await import('node:fs');
  mkdirSync('pids', { recursive: true });
  writeFileSync('pids/${name}', String(process.pid));`;

const fakeNext = `
  export default function next() {
    return {
      async prepare() {
        ${writePidFile('app')}
        if (process.env.FAKE_APP_SAYS) { console.error(process.env.FAKE_APP_SAYS); process.exit(1); }
        console.log(JSON.stringify({ level: 'info', time: new Date().toISOString(), msg: 'starting' }));
        const accounts = process.env.FAKE_ACCOUNTS ? JSON.parse(process.env.FAKE_ACCOUNTS) : [];
        const hooks = globalThis[Symbol.for('landfall.hooks')];
        hooks.ready = async () => ({ setupCode: accounts.length === 0 ? 'ABCD-EFGH-JKLM' : null, demoAccounts: accounts, mailbox: accounts.length > 0 });
        hooks.close = async () => writeFileSync('pids/closed', '');
        hooks.preparePage = async () => undefined;
        hooks.started();
      },
      getRequestHandler: () => (request, response) => {
        if (request.url === '/restart') {
          const live = process.env.LANDFALL_DATA + '/live';
          const fs = process.getBuiltinModule('node:fs');
          fs.mkdirSync(live, { recursive: true });
          fs.writeFileSync(live + '/${liveMarker}', '');
          response.end(String(globalThis[Symbol.for('landfall.hooks')].restart()));
        } else if (request.url === '/log') {
          for (const [level, msg] of [['info', 'request'], ['warn', 'slow']]) console.log(JSON.stringify({ level, time: new Date().toISOString(), msg }));
          response.end();
        } else if (request.url === '/api/stream') {
          response.setHeader('content-type', 'text/event-stream');
          response.write(': open\\n\\n');
        } else response.end(JSON.stringify({ service: process.env.SERVICE_URL, simulator: process.env.LANDFALL_SIMULATOR }));
      },
    };
  }`;

const fakeNextCommand = `
  ${writePidFile('next')}
  if (process.argv[2] === 'build' && process.env.FAKE_BUILD === 'fails') { console.log('./app/page.tsx: planted'); process.exit(1); }
  if (process.env.FAKE_BUILD === 'hangs') { console.log('building'); await new Promise((resolve) => setTimeout(resolve, 600_000)); }
  const dist = process.env.LANDFALL_DIST;
  const page = dist + '/server/app/(staff)/page';
  mkdirSync(page, { recursive: true });
  mkdirSync(dist + '/static', { recursive: true });
  writeFileSync(dist + '/BUILD_ID', process.argv[2]);
  writeFileSync(dist + '/required-server-files.json', '{ "config": {} }');
  const { randomBytes } = await import('node:crypto');
  writeFileSync(dist + '/chunk.js', randomBytes(process.env.FAKE_BUILD === 'fat' ? 220_000 : 10));
  writeFileSync(page + '/build-manifest.json', JSON.stringify({ rootMainFiles: ['chunk.js'] }));
  writeFileSync(page + '_client-reference-manifest.js', 'globalThis.__RSC_MANIFEST = { "/(staff)/page": { entryJSFiles: {} } };');
  const start = dist + '/server/app/(customer)/start/page';
  mkdirSync(start, { recursive: true });
  writeFileSync(start + '/build-manifest.json', JSON.stringify({ rootMainFiles: [] }));
  writeFileSync(start + '_client-reference-manifest.js', 'globalThis.__RSC_MANIFEST = { "/(customer)/start/page": { entryJSFiles: {} } };');`;

const fakeSimulator = `
  import { createServer } from 'node:http';
  ${writePidFile('simulator')}
  writeFileSync('pids/simulator-flags', process.argv.slice(2).join(' '));
  createServer((request, response) => response.end('{}')).listen(Number(process.argv[process.argv.indexOf('--port') + 1]), '127.0.0.1');`;

/**
 * Loads the compiled .ts files of the fake project: the real tsx would take half of the CPU time of a start. At full size
 * the launcher compiles its own TypeScript with the real one.
 */
const fakeTsx = `
  import { register as registerHooks } from 'node:module';
  const hooks = \`
    export const resolve = (name, context, next) => next(/^\\\\.[^]*\\\\/[^./]+$/.test(name) ? name + '.ts' : name, context);
    export const load = (url, context, next) => next(url, url.endsWith('.ts') ? { ...context, format: 'module' } : context);\`;
  export const register = () => registerHooks('data:text/javascript,' + encodeURIComponent(hooks));`;
const realTsxApi = pathToFileURL(join(realRoot, 'node_modules', 'tsx', 'dist', 'esm', 'api', 'index.mjs')).href;

const fakeNpm = `
  const { appendFileSync, cpSync, rmSync } = require('node:fs');
  if (process.argv[2] !== 'ci') process.exit(2);
  appendFileSync('installed', 'once ');
  rmSync('node_modules', { recursive: true, force: true });
  cpSync('stash', 'node_modules', { recursive: true, verbatimSymlinks: true });`;

/** FAKE_<NAME> controls what a stage does; each stage adds a line to `ran`. */
const fakeStage = `
  import { appendFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  const name = process.env.LANDFALL_TEST_REPORT ? 'browser' : process.argv[2];
  const engine = process.env.LANDFALL_TEST_ENGINE;
  appendFileSync('ran', name + (engine ? ' on ' + engine : '') + '\\n');
  ${writePidFile('stage')}
  const behaviour = process.env['FAKE_' + name.toUpperCase()] ?? '';
  console.log('output of ' + name + ', size: ' + process.env.LANDFALL_TEST_SIZE + ', priority: ' + getPriority());
  if (behaviour === 'hangs') setInterval(() => {}, 1000);
  else if (behaviour === 'fails') process.exit(1);
  else if (behaviour) {
    const out = process.env.LANDFALL_TEST_REPORT ?? process.argv.find((arg) => arg.startsWith('--outputFile')).split('=')[1];
    writeFileSync(out, behaviour);
    process.exit(behaviour.includes('failed') || !behaviour.includes('"unexpected":0') && name === 'browser' ? 1 : 0);
  }`;

let launcher: ReturnType<typeof readLauncher> | undefined;

/** The scripts and what the launcher imports from lib. */
async function readLauncher(): Promise<[path: string, text: string][]> {
  const inFolders = ['scripts', 'lib/core', 'lib/service/dialect'].flatMap((folder) =>
    readdirSync(join(realRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const paths = [...inFolders, 'lib/http/app-hooks.mjs'];
  return Promise.all(
    paths
      .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith('.test.ts'))
      .map(async (path): Promise<[string, string]> => {
        const text = readFileSync(join(realRoot, path), 'utf8');
        if (inject('fullSize') || !path.endsWith('.ts')) return [path, text];
        return [path, (await transformWithOxc(text, path, { sourcemap: false })).code];
      }),
  );
}

export async function makeFakeProject() {
  const root = mkdtempSync(join(tmpdir(), 'a path with spaces '));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of await (launcher ??= readLauncher())) put(path, text);
  put('package-lock.json', '{}');
  put('tsconfig.json', '{}');
  put('app/page.tsx', 'export {};');
  put('scripts/make-database-template.ts', '');
  put('simulator/main.ts', fakeSimulator);
  put('fake-npm.cjs', fakeNpm);
  put('fake-stage.mjs', fakeStage);
  const stage = (name: string) => `node fake-stage.mjs ${name}`;
  const scripts = {
    'format:check': stage('format'),
    types: stage('types'),
    lint: stage('lint'),
    directions: stage('directions'),
    unused: stage('unused'),
    unit: stage('unit'),
    drill: stage('drills'),
  };
  put('package.json', JSON.stringify({ name: 'fake', type: 'module', scripts }));
  put('stash/next/package.json', JSON.stringify({ name: 'next', type: 'module', main: 'index.js' }));
  put('stash/next/index.js', fakeNext);
  put('stash/next/dist/bin/next', fakeNextCommand);
  put('stash/next/dist/bin/package.json', JSON.stringify({ type: 'module' }));
  put('stash/@playwright/test/package.json', JSON.stringify({ type: 'module' }));
  put('stash/@playwright/test/cli.js', fakeStage);
  put(
    'stash/tsx/package.json',
    JSON.stringify({ type: 'module', exports: { '.': './fake.js', './esm/api': './api.js' } }),
  );
  put('stash/tsx/fake.js', `import { register } from './fake-api.js'; register();`);
  put('stash/tsx/fake-api.js', fakeTsx);
  put('stash/tsx/api.js', `export { register } from '${inject('fullSize') ? realTsxApi : './fake-api.js'}';`);
  symlinkSync(join(realRoot, 'node_modules', 'zod'), join(root, 'stash', 'zod'));

  // Below the ephemeral port range, so that no outgoing connection takes the port.
  const port = await findFreePort({ near: 20_000 + (process.pid % 500) * 20 });
  const started: ChildProcess[] = [];

  function run(script: 'start.mjs' | 'test.mjs', { args = [], env = {}, nodeArgs = [], shell }: RunOptions = {}) {
    const command = [process.execPath, ...nodeArgs, join('scripts', script), ...args] as const;
    // npm runs a script in a shell that waits for it; the colon keeps sh from replacing itself with the script.
    const [first, ...rest] = shell ? (['sh', '-c', `"${command.join('" "')}"; :`] as const) : command;
    const child = spawn(first, rest, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'test',
        PATH: process.env.PATH,
        npm_execpath: join(root, 'fake-npm.cjs'),
        PORT: String(port),
        CHROMIUM_PATH: process.execPath,
        ...env,
      },
    });
    started.push(child);
    const captured = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (captured.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (captured.err += text));
    const ended = new Promise<ProcessResult>((resolve) =>
      child.once('close', (code) => resolve({ code, out: captured.out, err: captured.err })),
    );
    return {
      pid: child.pid ?? 0,
      result: ended,
      signal: (name: NodeJS.Signals) => child.kill(name),
      /** Waits for text on stdout; fails when the process ends first. */
      async waitForOutput(text: string) {
        let over = false;
        void ended.then(() => (over = true));
        while (!captured.out.includes(text)) {
          if (over) throw new Error(`The process ended without printing ${text}:\n${captured.out}\n${captured.err}`);
          await delay(20);
        }
        return captured.out;
      },
    };
  }

  return {
    root,
    port,
    put,
    run,
    has: (path: string) => existsSync(join(root, path)),
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    /** The fakes that are still running. */
    runningProcesses: () =>
      readdirSync(join(root, 'pids')).filter((name) => {
        const pid = Number(readFileSync(join(root, 'pids', name), 'utf8'));
        return pid > 0 && processStart(pid) !== undefined;
      }),
    async remove() {
      for (const child of started) child.kill('SIGKILL');
      // The fakes end after their launcher and may still write a file. `maxRetries` does not list the folder again.
      for (let triesLeft = 100; existsSync(root); triesLeft -= 1) {
        try {
          rmSync(root, { recursive: true, force: true });
        } catch (error) {
          if (triesLeft === 0) throw error;
          await delay(50);
        }
      }
    },
  };
}

interface RunOptions {
  args?: string[];
  env?: Record<string, string>;
  nodeArgs?: string[];
  shell?: boolean;
}

interface ProcessResult {
  code: number | null;
  out: string;
  err: string;
}
