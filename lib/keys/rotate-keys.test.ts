import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { appendAudit } from '../audit/append-audit';
import { verifyAudit } from '../audit/verify-audit';
import { systemCaller } from '../contract/caller';
import { createCipher, generateKey, readKeyId, type Cipher } from '../core/cipher';
import { createManualClock } from '../core/testing/manual-clock';
import { redirectPurpose, tokenPurpose } from '../imports/creation/creation-deps';
import { rawPurpose } from '../imports/observations/point-rows';
import type { Database } from '../store/database/database';
import { encryptedColumns } from '../store/database/encrypted-columns';
import { maintain } from '../store/database/maintain';
import { audit } from '../store/schema/audit';
import { imports, importSecrets, observations } from '../store/schema/imports';
import { dataKeys } from '../store/schema/system';
import { deliveries } from '../store/schema/webhooks';
import { findImportByToken } from '../store/imports/import-secrets';
import { insertStartLink } from '../store/imports/start-links';
import { issueMigrationToken, issueStartToken, readMigrationToken, readStartToken } from '../start/customer-links';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { bodyCipherPurpose } from '../webhooks/webhook-deps';
import { finishRotation } from './finish-rotation';
import { createKeyCommands } from './key-commands';
import type { KeysDeps } from './keys-deps';
import { readKeyStatus } from './read-key-status';
import { rotateColumn } from './rotate-column';
import { readRetirement, recordKeyInUse } from './retired-keys';
import { rotateAll as rotateWithCommands } from './rotate-all';

const at = new Date('2026-11-12T09:00:00Z');
const [newest, middle, oldest] = [generateKey(), generateKey(), generateKey()];
/** Like an instance that had this key first. */
const cipherOf = (key: string) => createCipher([key]);

type Place = 'raw' | 'redirect' | 'body' | 'dataKey';

async function store({ db }: Database, cipher: Cipher, place: Place, text: string): Promise<string> {
  const id = randomUUID();
  if (place === 'raw') {
    const rawEncrypted = cipher.encrypt(rawPurpose, text);
    const row = { environment: 'live', importId: id, source: 'created', askedAt: at, seenAt: at } as const;
    await db.insert(observations).values({ ...row, facts: {}, reported: {}, fingerprint: id, rawEncrypted });
  } else if (place === 'redirect') {
    const redirectUrlEncrypted = cipher.encrypt(redirectPurpose, `https://service.example/go/${text}`);
    const tokenFingerprint = cipher.fingerprint(tokenPurpose, text);
    await db
      .insert(importSecrets)
      .values({ environment: 'live', importId: id, redirectUrlEncrypted, tokenFingerprint, at });
  } else if (place === 'body') {
    await db.insert(deliveries).values({
      ...{ id, receivedAt: at, lastReceivedAt: at, contentHash: id, bodyBytes: 1, headers: {}, address: '' },
      ...{ verdict: 'verified', reason: '', bodyEncrypted: cipher.encrypt(bodyCipherPurpose, text) },
    });
  } else {
    await db.insert(dataKeys).values({ name: id, keyEncrypted: cipher.encrypt('data-key', text), createdAt: at });
  }
  return id;
}

/** All stored values by row, as this cipher reads them. */
async function readAll({ db }: Database, cipher: Cipher): Promise<Map<string, string | undefined>> {
  const read = (purpose: string, bytes: Buffer | null) => bytes && cipher.decrypt(purpose, bytes)?.toString();
  const raw = await db.select().from(observations).where(isNotNull(observations.rawEncrypted));
  const secrets = await db.select().from(importSecrets);
  const bodies = await db.select().from(deliveries);
  const keys = await db.select().from(dataKeys);
  return new Map(
    [
      ...raw.map((row) => [row.importId, read(rawPurpose, row.rawEncrypted)] as const),
      ...secrets.map(
        (row) => [row.importId, read(redirectPurpose, row.redirectUrlEncrypted)?.split('/').at(-1)] as const,
      ),
      ...bodies.map((row) => [row.id, read(bodyCipherPurpose, row.bodyEncrypted)] as const),
      ...keys.map((row) => [row.name, read('data-key', row.keyEncrypted)] as const),
    ].map(([id, text]) => [id, text ?? undefined]),
  );
}

async function rotateAll(deps: KeysDeps, signal = new AbortController().signal) {
  const commands = createKeyCommands(deps);
  const unreadable: (readonly string[])[] = [];
  const result = await rotateWithCommands(
    async (command, args) => commands[command]?.(args, signal),
    (progress) => unreadable.push(...progress.unreadable),
  );
  return { unreadable, ...result };
}

forEachEngineAtFullSize((_engine, open) => {
  describe('with values under three keys', () => {
    let database: Database;
    const expected = new Map<string, string>();
    beforeAll(async () => {
      database = await open();
    });
    const deps = () => ({ database, cipher: createCipher([newest, middle, oldest]), clock: createManualClock(at) });

    test('reads everything with the newest key alone afterwards, and loses no concurrent change', async () => {
      const value = fc.record({
        key: fc.constantFrom(newest, middle, oldest),
        place: fc.constantFrom<Place>('raw', 'redirect', 'body', 'dataKey'),
        text: fc.uuid(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(value, { maxLength: 30 }), fc.nat(), async (values, picked) => {
          const ids: string[] = [];
          for (const { key, place, text } of values) {
            const id = await store(database, cipherOf(key), place, text);
            ids.push(id);
            expected.set(id, text);
          }
          // Changes a value and adds one between reading and replacing the first batch.
          let written = false;
          const write = async () => {
            if (written) return;
            written = true;
            const bodies = values.flatMap(({ place }, index) => (place === 'body' ? [ids[index] ?? ''] : []));
            const body = bodies[picked % bodies.length];
            if (body !== undefined) {
              const bodyEncrypted = cipherOf(middle).encrypt(bodyCipherPurpose, 'changed meanwhile');
              await database.db.update(deliveries).set({ bodyEncrypted }).where(eq(deliveries.id, body));
              expected.set(body, 'changed meanwhile');
            }
            expected.set(await store(database, cipherOf(oldest), 'raw', 'added meanwhile'), 'added meanwhile');
          };
          const transaction: Database['transaction'] = async (work) => {
            await write();
            return database.transaction(work);
          };
          await rotateAll({ ...deps(), database: { ...database, transaction } });
          expect(await rotateAll(deps())).toMatchObject({ finished: true, unreadable: [] });
          expect(await readAll(database, cipherOf(newest))).toEqual(expected);
        }),
        { numRuns: inject('fullSize') ? 8 : 1 },
      );
      for (const row of await database.db.select().from(importSecrets)) {
        const token = expected.get(row.importId) ?? '';
        expect(row.tokenFingerprint).toBe(cipherOf(newest).fingerprint(tokenPurpose, token));
      }
    });

    test('does not overwrite a value that changed after it was read', async () => {
      const body = await store(database, cipherOf(oldest), 'body', 'old');
      const raw = await store(database, cipherOf(oldest), 'raw', 'old');
      const [observation] = await database.db.select().from(observations).where(eq(observations.importId, raw));
      const { signal } = new AbortController();
      const rotateDuring = async (column: 'webhook_bodies' | 'raw_responses', change: () => Promise<unknown>) => {
        const transaction: Database['transaction'] = async (work) => {
          await change();
          return database.transaction(work);
        };
        await rotateColumn({ ...deps(), database: { ...database, transaction } }, column, { after: null, signal });
      };
      const bodyEncrypted = cipherOf(newest).encrypt(bodyCipherPurpose, 'changed');
      await rotateDuring('webhook_bodies', async () =>
        database.db.update(deliveries).set({ bodyEncrypted }).where(eq(deliveries.id, body)),
      );
      const args = { ids: [observation?.id ?? 0] };
      await rotateDuring('raw_responses', () =>
        database.transaction((tx) => maintain(tx, { action: 'drop_raw', args })),
      );
      expected.set(body, 'changed');
      expect(await readAll(database, cipherOf(newest))).toEqual(expected);
    });

    test('continues after it was stopped between two batches', async () => {
      for (let row = 0; row < 45; row += 1)
        expected.set(await store(database, cipherOf(oldest), 'body', `${row}`), `${row}`);
      const stop = new AbortController();
      const transaction: Database['transaction'] = async (work) => {
        const result = await database.transaction(work);
        stop.abort(new Error('stopped'));
        return result;
      };
      const stopped = rotateAll({ ...deps(), database: { ...database, transaction } }, stop.signal);
      await expect(stopped).rejects.toThrow('stopped');
      const rows = await database.db.select({ bytes: deliveries.bodyEncrypted }).from(deliveries);
      const [oldestId] = cipherOf(oldest).keyIds;
      expect(rows.filter(({ bytes }) => readKeyId(bytes) === oldestId)).toHaveLength(25);
      expect(await rotateAll(deps())).toMatchObject({ finished: true });
      expect(await readAll(database, cipherOf(newest))).toEqual(expected);
    });

    test('reads a few megabytes at a time', async () => {
      const large = 'x'.repeat(1024 * 1024);
      for (let row = 0; row < 5; row += 1) expected.set(await store(database, cipherOf(oldest), 'body', large), large);
      let batches = 0;
      const transaction: Database['transaction'] = (work) => {
        batches += 1;
        return database.transaction(work);
      };
      const { signal } = new AbortController();
      const counting = { ...deps(), database: { ...database, transaction } };
      await rotateColumn(counting, 'webhook_bodies', { after: null, signal });
      expect(batches).toBeGreaterThanOrEqual(3);
      expect(await readAll(database, cipherOf(newest))).toEqual(expected);
    });

    test('reports a value that no key decrypts and leaves it as it is', async () => {
      const damaged = cipherOf(oldest).encrypt(bodyCipherPurpose, 'damaged');
      damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1);
      const id = await store(database, cipherOf(oldest), 'body', '');
      await database.db.update(deliveries).set({ bodyEncrypted: damaged }).where(eq(deliveries.id, id));
      const foreign = await store(database, cipherOf(generateKey()), 'dataKey', 'foreign');
      const { unreadable, finished, keys } = await rotateAll(deps());
      expect(unreadable).toEqual([[id], [foreign]]);
      expect(finished).toBe(true);
      expect(keys.map(({ role, unreadable: count, mayGo }) => ({ role, count, mayGo }))).toEqual([
        { role: 'current', count: 0, mayGo: false },
        { role: 'old', count: 0, mayGo: true },
        { role: 'old', count: 1, mayGo: true },
        { role: 'unknown', count: 1, mayGo: false },
      ]);
      const [row] = await database.db.select().from(deliveries).where(eq(deliveries.id, id));
      expect(row?.bodyEncrypted).toEqual(damaged);
    });
  });

  test('names the day on which the old key may go, and everything works without it from then on', async () => {
    const database = await open();
    const clock = createManualClock(at);
    const before = { database, cipher: createCipher([oldest]), clock };
    const during = { database, cipher: createCipher([newest, oldest]), clock };
    const after = { database, cipher: createCipher([newest]), clock };
    const [, old] = during.cipher.keyIds;
    const importId = await store(database, before.cipher, 'redirect', 'token-in-the-url');
    await database.db
      .insert(imports)
      .values({ environment: 'live', id: importId, seenAt: at, seenBy: 'lookup', firstSeenAt: at, searchTerms: [] });
    const link = { username: 'acme', instanceUrl: null, tools: null, family: null, language: null, oneUse: false };
    const startLink = { ...link, id: randomUUID(), expiresAt: '2026-12-12T09:00:00.000Z' };
    const created = { createdBy: 'Ines', createdAt: at, staffId: null };
    await insertStartLink(database.db, { ...startLink, ...created, expiresAt: new Date(startLink.expiresAt) });
    const startToken = issueStartToken(before, startLink);
    const pageToken = issueMigrationToken(before, importId);
    const statusOfOld = async () => (await readKeyStatus(during)).find(({ keyId }) => keyId === old);
    expect(await statusOfOld()).toMatchObject({
      values: { redirect_urls: 1 },
      tokens: 1,
      rotated: false,
      mayGo: false,
    });

    await rotateAll(during);
    const mayGoAt = '2027-06-10T09:00:00.000Z';
    expect(await statusOfOld()).toMatchObject({
      values: {},
      tokens: 0,
      rotated: true,
      mayGo: false,
      linksUntil: mayGoAt,
    });
    clock.set(new Date(Date.parse(mayGoAt) - 1));
    expect(await statusOfOld()).toMatchObject({ mayGo: false, linksUntil: mayGoAt });
    clock.set(mayGoAt);
    expect(await statusOfOld()).toMatchObject({ mayGo: true, linksUntil: null });

    for (const { ok } of [readStartToken(during, startToken), readMigrationToken(during, pageToken)])
      expect(ok).toBe(false);
    const fingerprints = after.cipher.fingerprints(tokenPurpose, 'token-in-the-url');
    expect(await findImportByToken(database.db, 'live', fingerprints)).toBe(importId);
    expect([...(await readAll(database, after.cipher)).values()]).toEqual(['token-in-the-url']);
  });

  test('keeps a key that is needed for tokens, unless the creation response contains the token', async () => {
    const database = await open();
    const cipher = createCipher([newest, oldest]);
    const deps = { database, cipher, clock: createManualClock(at) };
    const add = async (token: string, raw: string) => {
      const importId = await store(database, cipherOf(oldest), 'raw', raw);
      const tokenFingerprint = cipherOf(oldest).fingerprint(tokenPurpose, token);
      await database.db.insert(importSecrets).values({ environment: 'live', importId, tokenFingerprint, at });
      return importId;
    };
    const known = await add('known', '{"import":{"token":"known"}}');
    const lost = await add('lost', 'not JSON');
    await rotateAll(deps);
    const found = (token: string) =>
      findImportByToken(database.db, 'live', cipherOf(newest).fingerprints(tokenPurpose, token));
    expect(await found('known')).toBe(known);
    expect(await found('lost')).toBeUndefined();
    expect((await readKeyStatus(deps))[1]).toMatchObject({ tokens: 1, values: {}, mayGo: false });
    await database.db.delete(importSecrets).where(eq(importSecrets.importId, lost));
    expect((await readKeyStatus(deps))[1]).toMatchObject({ tokens: 0, mayGo: true });
  });

  test('adds one audit entry per rotation, and starts over when the old key was in use again', async () => {
    const database = await open();
    const deps = { database, cipher: createCipher([newest, oldest]), clock: createManualClock(at) };
    const [, old = ''] = deps.cipher.keyIds;
    await rotateAll(deps);
    await rotateAll(deps);
    expect(await database.db.select({ action: audit.action }).from(audit)).toEqual([{ action: 'keys.rotated' }]);
    expect(await readRetirement(database.db, old)).toEqual(at);
    await recordKeyInUse({ database, cipher: createCipher([oldest, newest]) });
    expect((await readKeyStatus(deps))[1]).toMatchObject({ rotated: false, mayGo: false });

    await database.db.execute(sql`alter table audit disable trigger all`);
    await database.db.execute(sql`update audit set action = 'x'`);
    expect(await rotateAll(deps)).toMatchObject({ finished: false, auditIntact: false });
    expect(await readRetirement(database.db, old)).toBeUndefined();
  });

  test('keeps a key with which another instance still signs, until it is rotated again', async () => {
    const database = await open();
    const clock = createManualClock(at);
    const deps = { database, cipher: createCipher([newest, oldest]), clock };
    const append = (keys: string[]) =>
      database.transaction((tx) =>
        appendAudit({ cipher: createCipher(keys), clock }, tx, {
          caller: systemCaller,
          action: 'note.added',
          subject: 'x',
        }),
      );
    const verifyWithoutOld = () => verifyAudit({ cipher: createCipher([newest]) }, database.db);
    await rotateAll(deps);
    await append([oldest, newest]);
    expect((await readKeyStatus(deps))[1]).toMatchObject({ rotated: false, mayGo: false });
    expect(await verifyWithoutOld()).toMatchObject({ ok: false });
    await rotateAll(deps);
    expect((await readKeyStatus(deps))[1]).toMatchObject({ rotated: true, mayGo: true });
    expect(await verifyWithoutOld()).toMatchObject({ ok: true });
  });

  test('does not cover an entry that was forged after the chain was verified', async () => {
    const database = await open();
    const clock = createManualClock(at);
    const deps = { database, cipher: createCipher([newest, oldest]), clock };
    const { keyId } = createCipher([oldest]);
    const forge: Database['transaction'] = async (work) => {
      if ((await database.db.$count(audit)) === 0) {
        await database.transaction((tx) =>
          appendAudit({ clock, cipher: { keyId, sign: () => 'forged' } }, tx, {
            ...{ caller: systemCaller, action: 'note.added', subject: 'x' },
          }),
        );
      }
      return database.transaction(work);
    };
    const signal = new AbortController().signal;
    const finished = finishRotation(
      { ...deps, database: { ...database, transaction: forge } },
      { caller: systemCaller, changedKeys: [], signal },
    );
    expect(await finished).toMatchObject({ finished: false, auditIntact: false });
    expect(await database.db.$count(audit)).toBe(1);
  });

  test('knows every encrypted column', async () => {
    const { db } = await open();
    const found = await db
      .select({ name: sql<string>`table_name || '.' || column_name` })
      .from(sql`information_schema.columns`)
      .where(sql`table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_encrypted'`);
    expect(found.map(({ name }) => name).sort()).toEqual([...encryptedColumns].sort());
  });
});
