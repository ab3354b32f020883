import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../database/open-postgres';
import { readMigrations } from '../database/read-migrations';
import { makeTemplate } from '../database/template';
import { findDataParent, startTestPostgres } from './start-test-postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL where test files get the shared databases. */
    sharedDatabases: string;
    /** The engine for tests that work on either. */
    testEngine: 'postgres' | 'pglite';
    /** Whether expensive tests run at full size, as in `npm run test:full`. */
    fullSize: boolean;
  }
}

/**
 * One PostgreSQL and one empty PGlite template for all test files, created on first use: creating them per file took a
 * quarter of the run. Each test opens its own copy.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: ReturnType<typeof preparePostgres> | undefined;
  let pglite: ReturnType<typeof preparePglite> | undefined;
  const server = createServer((request, response) => {
    // Requests are rare: a kept-alive connection would be closed before the next one.
    response.setHeader('connection', 'close');
    const shared = request.url === '/postgres' ? (postgres ??= preparePostgres()) : (pglite ??= preparePglite());
    shared.then(
      ({ connection }) => response.end(JSON.stringify(connection)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  project.provide('sharedDatabases', `http://127.0.0.1:${address.port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    for (const each of [postgres, pglite]) await each?.then(({ stop }) => stop());
  };
}

async function preparePostgres() {
  const server = await startTestPostgres({ parent: await findDataParent() });
  const template = await server.createDatabase();
  await (await openPostgres({ url: template, migrations: await readMigrations() })).close();
  return { connection: { server: server.url, template }, stop: server.stop };
}

/** Unpacked once, because loading it is faster than unpacking it each time. */
async function preparePglite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'landfall-template-'));
  const file = path.join(folder, 'template.tar');
  const packed = await makeTemplate(await readMigrations());
  await writeFile(file, gunzipSync(new Uint8Array(await packed.arrayBuffer())));
  return { connection: { file }, stop: () => rm(folder, { recursive: true, force: true }) };
}
