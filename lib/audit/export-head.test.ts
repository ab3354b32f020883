import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemCaller } from '../contract/caller';
import { createCipher, generateKey } from '../core/cipher';
import { createManualClock } from '../core/testing/manual-clock';
import type { Database } from '../store/database/database';
import { openTestDatabase } from '../store/testing/open-test-database';
import { auditAccess } from './append-audit';
import { createAuditCommands } from './audit-commands';
import { type HeadExport, exportHead, exportedHeadSchema } from './export-head';

const cipher = createCipher([generateKey()]);
const clock = createManualClock();
const { signal } = new AbortController();

let database: Database;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-heads-'));
  database = await openTestDatabase();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const append = (subject: string) =>
  auditAccess({ database, cipher, clock }, { caller: systemCaller, action: 'note.added', subject });
const exportTo = (target: HeadExport['target']) =>
  exportHead({ database, clock, publicOrigin: 'https://landfall.example', target, fetch }, signal);

async function readLines(file: string) {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => exportedHeadSchema.parse(JSON.parse(line)));
}

test('appends the head to a file if it changed, and finds a cut-off end with it', async () => {
  const file = path.join(folder, 'heads.jsonl');
  await exportTo({ file });
  await append('one');
  await exportTo({ file });
  await append('two');
  await exportTo({ file });
  await exportTo({ file });
  const heads = await readLines(file);
  expect(heads).toMatchObject([{ seq: 1, origin: 'https://landfall.example' }, { seq: 2 }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const check = createAuditCommands({ database, cipher })['audit.check_heads'];
  expect(await check?.({ heads }, signal)).toEqual([]);
  const [one, two] = heads;
  expect(await check?.({ heads: [{ ...one, hash: two?.hash }] }, signal)).toEqual([
    expect.stringContaining('was changed'),
  ]);
  await database.db.execute(sql`alter table audit_values disable trigger all`);
  await database.db.execute(sql`alter table audit disable trigger all`);
  await database.db.execute(sql`update audit set hash = 'other' where seq = 1`);
  await database.db.execute(sql`delete from audit where seq = 2`);
  expect(await check?.({ heads }, signal)).toEqual([
    `Entry 1 is not the one exported at ${one?.at}: entries were rewritten.`,
    `Entry 2, exported at ${two?.at}, is missing: entries were cut off.`,
  ]);
});

test('posts the head to a URL, and tries again after a failure', async () => {
  const received: string[] = [];
  let status = 500;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads?key=secret`;
  try {
    await append('one');
    await expect(exportTo({ url })).rejects.toThrow('AUDIT_HEADS answered 500');
    status = 204;
    await exportTo({ url });
    await exportTo({ url });
    expect(received).toHaveLength(2);
    expect(received[1]).toMatch(
      /^POST \/heads\?key=secret \{"at":.*"seq":1,"hash":"[0-9a-f]{64}","mac":"[0-9a-f]{64}"/,
    );
  } finally {
    server.close();
  }
});

test('fails when the file cannot be written', async () => {
  await append('one');
  await writeFile(path.join(folder, 'file'), '');
  await expect(exportTo({ file: path.join(folder, 'file', 'heads') })).rejects.toThrow('ENOTDIR');
});
