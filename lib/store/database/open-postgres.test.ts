import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { isDatabaseOutage } from '../../core/database-outage';
import { createTestPostgresUrl } from '../testing/open-test-database';
import { openPostgres } from './open-postgres';

const queryTimeoutMs = 2000;

it('reports an outage when PostgreSQL falls silent, and replaces the connection', async () => {
  const proxy = await startProxy(await createTestPostgresUrl());
  const operations: string[] = [];
  const database = await openPostgres({
    url: proxy.url,
    migrations: null,
    queryTimeoutMs,
    onStatement: ({ operation }) => operations.push(operation),
  });
  onTestFinished(() => database.close());
  const isOutage = (work: PromiseLike<unknown>) => work.then(() => false, isDatabaseOutage);

  await database.db.execute(sql`select 1`);
  proxy.silence();
  expect(await isOutage(database.db.execute(sql`select 1`))).toBe(true);
  const lost = database.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    proxy.silence();
    await tx.execute(sql`select 1`);
  });
  expect(await isOutage(lost)).toBe(true);
  // No rollback, which would wait as long again.
  expect(operations).toEqual(['select', 'select', 'begin', 'select', 'select']);
  await database.db.execute(sql`select 1`);
  expect(database.connections?.()).toEqual({ inUse: 0, waiting: 0 });
});

it('limits no statement of an untimed transaction', async () => {
  const database = await openPostgres({ url: await createTestPostgresUrl(), migrations: null, queryTimeoutMs });
  onTestFinished(() => database.close());
  const sleep = sql`select current_setting('statement_timeout') as server, pg_sleep(${(queryTimeoutMs + 200) / 1000})`;
  const result = await database.transaction((tx) => tx.execute(sleep), { untimed: true });
  expect(result).toMatchObject({ rows: [{ server: '0' }] });
});

/** Forwards to PostgreSQL. `silence` leaves the connections of that time open, but nothing arrives on them any more. */
async function startProxy(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const target = { port: Number(url.port), host: url.hostname };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  return { url: url.href, silence: () => sockets.forEach((socket) => socket.unpipe()) };
}
