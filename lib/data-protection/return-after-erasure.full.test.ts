import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendAudit } from '../audit/append-audit';
import { createCipher, generateKey, type Cipher } from '../core/cipher';
import { ServiceError } from '../core/errors';
import { createImport } from '../imports/creation/create-import';
import type { CreationDeps } from '../imports/creation/creation-deps';
import { settleAttempts } from '../imports/creation/settle-attempts';
import { findErasedUsername } from '../imports/erasures/find-erased';
import { observeAll } from '../imports/observations/observe';
import { priya } from '../imports/testing/open-imports';
import { createKeyCommands } from '../keys/key-commands';
import { readKeyStatus } from '../keys/read-key-status';
import { rotateAll } from '../keys/rotate-all';
import { getAttempt } from '../store/imports/creation-attempts';
import { listDeliveryBodies } from '../store/events/deliveries';
import { audit } from '../store/schema/audit';
import { creationAttempts } from '../store/schema/creation-attempts';
import { imports, notes } from '../store/schema/imports';
import { dataKeys, installation } from '../store/schema/system';
import { deliveries } from '../store/schema/webhooks';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { beginErasure, eraseCustomer, resumeErasures } from './erase-customer';
import { checkReceipt, listReceipts } from './receipts';
import { erasureOf, openErasure } from './testing/open-erasure';
import { findText } from './testing/plant-name';

const newName = () => `canary-${randomUUID().slice(0, 8)}@acme.example`;

forEachEngineAtFullSize((_engine, open) => {
  let app: Awaited<ReturnType<typeof openErasure>>;
  beforeAll(async () => {
    app = await openErasure(await open());
  });
  afterAll(() => app.close());

  const create = (username: string, client: Partial<CreationDeps['client']> = {}, environment = 'live' as const) => {
    const service = app.deps.client;
    const deps: CreationDeps = {
      ...app.deps,
      client: {
        listImports: (input) => service.listImports(input),
        createImport: (input) => service.createImport(input),
        ...client,
      },
    };
    const fields = { source_tool: 'Zendesk', destination_username: username };
    return createImport(deps, { caller: priya, environment, attempt: randomUUID(), fields });
  };
  const observe = (importId: string, more: { username?: string; raw?: string }) =>
    observeAll(app.deps.observer, [
      {
        ...{ environment: 'live', importId, source: 'watcher', status: 'Held', seenAt: new Date() },
        ...(more.username === undefined ? {} : { about: { username: more.username } }),
        ...(more.raw === undefined ? {} : { raw: more.raw }),
      },
    ]);
  const isErased = async (username: string) =>
    (await findErasedUsername(app.dataProtection, app.database.db, username)) !== undefined;
  const erased = async () => {
    const username = newName();
    const { attempt } = await create(username);
    await eraseCustomer(app.dataProtection, erasureOf(username));
    return { username, oldId: attempt.importId ?? '' };
  };

  test('a person stays erased unless the live service confirms that it created an import', async () => {
    const { username, oldId } = await erased();
    await createImport(app.deps, {
      ...{ caller: priya, environment: 'sandbox', attempt: randomUUID() },
      fields: { source_tool: 'Zendesk', destination_username: username },
    }).catch(() => undefined);
    expect(await isErased(username)).toBe(true);
    const unavailable = () => Promise.reject(new Error('unavailable'));
    await expect(create(username, { listImports: unavailable })).rejects.toThrow('unavailable');
    expect(await isErased(username)).toBe(true);
    const invalid = () => Promise.reject(new ServiceError('service_invalid', { workDone: 'no' }));
    await expect(create(username, { createImport: invalid })).rejects.toThrow();
    expect(await isErased(username)).toBe(true);
    expect(await observe(oldId, { username })).toEqual([]);

    // A poll sees the new import before its creation is stored.
    const { attempt } = await create(username, {
      createImport: async (input) => {
        const answer = await app.deps.client.createImport(input);
        expect(await observe(answer.value.id ?? '', { username })).toEqual([]);
        return answer;
      },
    });
    expect(attempt.state).toBe('created');
    expect(await isErased(username)).toBe(false);
    expect(await observe(attempt.importId ?? '', { username })).toHaveLength(1);
    expect(await observe(oldId, { username })).toEqual([]);
    const [last] = await app.database.db
      .select()
      .from(audit)
      .orderBy(audit.seq)
      .then((rows) => rows.slice(-1));
    expect(last?.action).toBe('customer.returned');
  });

  test('a person whose creation is found after its response was lost is a customer again', async () => {
    const { username, oldId } = await erased();
    app.injectFault(username, 'reset-after');
    const { attempt: lost } = await create(username);
    expect(lost.state).toBe('unknown');
    // Until then a lookup may find it, but nothing shows that they asked for it.
    expect(await isErased(username)).toBe(true);
    await settleAttempts(app.deps);
    const adopted = await getAttempt(app.database.db, lost.id);
    expect(adopted?.state).toBe('adopted');
    expect(await isErased(username)).toBe(false);
    expect(await observe(adopted?.importId ?? '', { username })).toHaveLength(1);
    expect(await observe(oldId, { username })).toEqual([]);
    const actions = await app.database.db.select({ action: audit.action }).from(audit).orderBy(audit.seq);
    expect(actions.at(-1)?.action).toBe('customer.returned');
  });

  test('an erased import that the service returns as created stays erased, and the attempt ends', async () => {
    const { username, oldId } = await erased();
    const { attempt } = await create(username, {
      createImport: async (input) => {
        const answer = await app.deps.client.createImport(input);
        return { ...answer, value: { ...answer.value, id: oldId } };
      },
    });
    expect(attempt).toMatchObject({ state: 'not_created', message: expect.stringContaining('erased') as string });
    expect(await isErased(username)).toBe(true);
    expect(await app.database.db.$count(imports, eq(imports.id, oldId))).toBe(0);
    expect(await app.database.db.$count(creationAttempts, eq(creationAttempts.state, 'sending'))).toBe(0);
  });

  test('an import that only contains an erased name is not marked as erased', async () => {
    await observe(randomUUID(), { username: 'support' });
    await eraseCustomer(app.dataProtection, erasureOf('support'));
    const other = randomUUID();
    expect(await observe(other, { raw: JSON.stringify({ contact: 'support' }) })).toHaveLength(1);
    const { username } = await erased();
    const third = randomUUID();
    expect(await observe(third, { raw: JSON.stringify({ users: [username] }) })).toEqual([]);
    expect(await observe(third, { username: 'someone@else.example' })).toHaveLength(1);
  });

  test('a second erasure of the same customer is refused while the first runs, and the start is audited', async () => {
    const username = newName();
    await observe(randomUUID(), { username });
    const id = await beginErasure(app.dataProtection, erasureOf(username));
    const refused = { userMessage: 'This customer is already being erased.' };
    const again = () => beginErasure(app.dataProtection, erasureOf(username.toUpperCase()));
    await expect(again()).rejects.toMatchObject(refused);
    const [last] = await app.database.db
      .select()
      .from(audit)
      .orderBy(audit.seq)
      .then((rows) => rows.slice(-1));
    expect(last?.action).toBe('customer.erasure_started');
    app.advance(61_000);
    let batches = 0;
    const checkpoint = () => {
      batches += 1;
      if (batches === 2) throw new Error('stopped');
    };
    await resumeErasures({ ...app.dataProtection, checkpoint });
    // Nothing but the running erasure names them.
    await expect(again()).rejects.toMatchObject(refused);
    app.advance(61_000);
    await resumeErasures(app.dataProtection);
    expect((await listReceipts(app.database.db)).map((receipt) => receipt.id)).toContain(id);
  });

  test('what was written during the erasure is erased before the receipt', async () => {
    const run = async (stopAfter: number) => {
      const username = newName();
      await observe(randomUUID(), { username });
      let batches = 0;
      const checkpoint = () => {
        batches += 1;
        if (batches === stopAfter) throw new Error('stopped');
      };
      await eraseCustomer({ ...app.dataProtection, checkpoint }, erasureOf(username)).catch(() => undefined);
      return { username, batches };
    };
    const { batches } = await run(-1);
    const { username } = await run(batches - 1);
    const note = {
      environment: 'live',
      importId: 'other',
      staffId: randomUUID(),
      by: 'Priya',
      at: new Date(),
    } as const;
    await app.database.db.insert(notes).values({ ...note, id: randomUUID(), text: `Late: ${username}` });
    app.advance(61_000);
    await resumeErasures(app.dataProtection);
    const texts = (await app.database.db.select({ text: notes.text }).from(notes)).map(({ text }) => text);
    expect(texts).toContain('Late: [erased]');

    const late = await run(batches - 1);
    const after = { text: `Late: ${late.username}` };
    await app.database.transaction((tx) =>
      appendAudit(app.dataProtection, tx, { caller: priya, action: 'note.added', subject: 'other', after }),
    );
    app.advance(61_000);
    await resumeErasures(app.dataProtection);
    expect(await findText(app.database, app.cipher, late.username)).toEqual([]);
  });

  test('key rotation covers the username of a running erasure', async () => {
    const username = newName();
    const [older, newer] = [generateKey(), generateKey()];
    const withKeys = (cipher: Cipher) => ({ ...app.dataProtection, cipher });
    const database = await open();
    const observer = { database, cipher: createCipher([older]) };
    const about = { username };
    const seen = { environment: 'live', importId: '1', source: 'watcher', status: 'Held', seenAt: new Date() } as const;
    await observeAll(observer, [{ ...seen, about }]);
    const id = await beginErasure({ ...withKeys(createCipher([older])), database }, erasureOf(username));
    const rotating = { database, clock: app.dataProtection.clock, cipher: createCipher([newer, older]) };
    expect((await readKeyStatus(rotating))[1]).toMatchObject({ role: 'old', values: { pending_erasures: 1 } });
    const commands = createKeyCommands(rotating);
    const { signal } = new AbortController();
    const result = await rotateAll(
      async (command, args) => commands[command]?.(args, signal),
      ({ unreadable }) => expect(unreadable).toEqual([]),
    );
    expect(result.finished).toBe(true);
    expect((await readKeyStatus(rotating)).map(({ values }) => values.pending_erasures)).toEqual([1, undefined]);
    app.advance(61_000);
    await resumeErasures({ ...withKeys(createCipher([newer])), database });
    expect((await listReceipts(database.db)).map((receipt) => receipt.id)).toEqual([id]);
  });

  test('receipts that cannot be read are left out, and checking one creates no key', async () => {
    const database = await open();
    const at = new Date();
    await database.db.insert(installation).values({ key: 'erasure receipt x', value: { broken: true }, at });
    expect(await listReceipts(database.db)).toEqual([]);
    const receipt = { id: 'x', begunAt: at.toISOString(), finishedAt: at.toISOString(), by: 'Ada', rows: {} };
    const rest = { usernameHash: 'x', auditHead: { entry: 1, hash: 'x' }, mac: 'x' };
    expect(await checkReceipt({ ...app.dataProtection, database }, { ...receipt, ...rest })).toBe(false);
    expect(await database.db.$count(dataKeys)).toBe(0);
  });

  test('message bodies are read in batches of limited size', async () => {
    const database = await open();
    const at = new Date();
    for (const size of [60, 60, 500, 10]) {
      const id = randomUUID();
      await database.db.insert(deliveries).values({
        ...{ id, receivedAt: at, lastReceivedAt: at, contentHash: id, bodyBytes: size, headers: {}, address: '' },
        ...{ verdict: 'unreadable', reason: '', bodyEncrypted: Buffer.alloc(size) },
      });
    }
    const sizes: number[] = [];
    for (let after = ''; ;) {
      const page = await listDeliveryBodies(database.db, after, { rows: 3, bytes: 100 });
      const last = page.at(-1);
      if (!last) break;
      sizes.push(...page.map(({ encrypted }) => encrypted.length));
      const all = page.reduce((sum, { encrypted }) => sum + encrypted.length, 0);
      expect(all - last.encrypted.length).toBeLessThan(100);
      after = last.id;
    }
    expect(sizes.sort((a, b) => a - b)).toEqual([10, 60, 60, 500]);
  });
});
