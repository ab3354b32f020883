import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendAudit } from '../audit/append-audit';
import type { AuditAction } from '../contract/audit-actions';
import type { Actor } from '../contract/caller';
import { observeAll } from '../imports/observations/observe';
import { createStartLink } from '../start/create-start-link';
import { priya } from '../imports/testing/open-imports';
import { auditValues } from '../store/schema/audit';
import { imports, notes } from '../store/schema/imports';
import { bulkRuns } from '../store/schema/sponsorship';
import { staff } from '../store/schema/staff';
import { deliveries } from '../store/schema/webhooks';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { bodyCipherPurpose } from '../webhooks/webhook-deps';
import { eraseCustomer } from './erase-customer';
import { exportCustomer } from './export-customer';
import { findCustomer } from './find-customer';
import { ada } from './testing/open-data-protection';
import { erasureOf, openErasure } from './testing/open-erasure';
import { findText } from './testing/plant-name';

forEachEngineAtFullSize((_engine, open) => {
  let app: Awaited<ReturnType<typeof openErasure>>;
  beforeAll(async () => {
    app = await openErasure(await open());
  });
  afterAll(() => app.close());

  const erase = (username: string) => eraseCustomer(app.dataProtection, erasureOf(username));

  const observe = (username: string, importId: string = randomUUID()) =>
    observeAll(app.deps.observer, [
      {
        environment: 'live',
        importId,
        source: 'lookup',
        status: 'Migration completed',
        seenAt: new Date(),
        about: { username },
      },
    ]);

  const append = (entry: { actor?: Actor; action: AuditAction; subject: string; before?: unknown; after?: unknown }) =>
    app.database.transaction((tx) =>
      appendAudit(app.dataProtection, tx, {
        ...entry,
        caller: { actor: entry.actor ?? ada.actor, address: '203.0.113.9', requestId: 'test' },
      }),
    );

  const saveDelivery = async (body: unknown, as: 'json' | 'text' = 'json') => {
    const id = randomUUID();
    await app.database.db.insert(deliveries).values({
      ...{ id, receivedAt: new Date(), lastReceivedAt: new Date(), contentHash: id, bodyBytes: 1, headers: {} },
      ...{ address: '', verdict: 'unreadable', reason: '' },
      bodyEncrypted: app.cipher.encrypt(bodyCipherPurpose, as === 'text' ? String(body) : JSON.stringify(body)),
    });
    return id;
  };

  /** On an import of another customer. */
  const saveNote = async (text: string) => {
    const [id, staffId] = [randomUUID(), randomUUID()];
    await app.database.db
      .insert(notes)
      .values({ id, staffId, environment: 'live', importId: 'other', by: 'Priya', at: new Date(), text });
  };

  test.each(['anna', 'admin', 'state', 'accept', 'system', 'retention'])(
    'erases the customer %s and changes nothing that only contains this word',
    async (username) => {
      await observe(username);
      await createStartLink(app.deps, { caller: priya, body: { username, oneUse: false, expiresInS: 3600 } });
      await append({ actor: { kind: 'system' }, action: 'data.pruned', subject: 'retention', after: { a: 'anna' } });
      await append({ action: 'staff.added', subject: 'x@partner.example', after: { role: 'admin', state: username } });
      await append({ action: 'import.facts_filled_in', subject: 'other', after: { username, tool: username } });
      const own = { kind: 'customer', name: username } as const;
      await append({ actor: own, action: 'request.filed', subject: 'something', after: { message: 'hi' } });
      const items = [
        { importId: '1', username: 'other@x.example', decisionId: null, state: 'accept', says: 'admin' },
        { importId: '2', username: username.toUpperCase(), decisionId: null, state: 'accept', says: 'anna' },
      ];
      const runId = randomUUID();
      await app.database.db.insert(bulkRuns).values({
        ...{ id: runId, environment: 'live', kind: 'accept', by: 'Ada', items, at: new Date() },
        ...{ reason: username, note: '', finishedAt: new Date(), staffId: randomUUID() },
      });
      const kept = await saveDelivery({ status: 'Held', role: username, state: { accept: 'admin' } });
      const deleted = await saveDelivery({ status: 'Held', user: { login: username } });
      const values = () => app.database.db.select().from(auditValues).orderBy(auditValues.seq);
      const before = await values();

      await erase(username);

      const after = new Map((await values()).map((row) => [row.seq, row]));
      for (const row of before) {
        const left = after.get(row.seq);
        const json = row.after as Record<string, unknown> | null;
        const isOwn = row.actor === username && row.address === '203.0.113.9' && username !== 'system';
        expect(left?.actor).toBe(isOwn ? null : row.actor);
        expect(left?.subject).toBe(json && 'expiresAt' in json && row.subject === username ? null : row.subject);
        expect(left?.after).toEqual(json?.['username'] === username ? null : json);
      }
      const [run] = await app.database.db.select().from(bulkRuns).where(eq(bulkRuns.id, runId));
      expect(run).toMatchObject({ reason: username, items: [items[0], { ...items[1], username: '[erased]' }] });
      const bodies = (await app.database.db.select({ id: deliveries.id }).from(deliveries)).map(({ id }) => id);
      expect(bodies).toContain(kept);
      expect(bodies).not.toContain(deleted);
      expect(await app.database.db.$count(imports, eq(imports.username, username))).toBe(0);
    },
  );

  test('finds a name with an accent in any spelling, also in the text of others', async () => {
    const composed = 'andr\u00e9@acme.example';
    const decomposed = 'ANDRE\u0301@acme.example';
    await observe(decomposed);
    await observe(composed);
    await append({ action: 'note.added', subject: 'other', after: { text: `Ask ${decomposed}!` } });
    expect(await findCustomer(app.dataProtection, app.database.db, composed)).toMatchObject({ importCount: 2 });
    await erase(composed);
    for (const name of [composed, decomposed]) expect(await findText(app.database, app.cipher, name)).toEqual([]);
    expect(await observe(decomposed)).toEqual([]);
  });

  test('is refused for the address of a staff account, and keeps what staff did', async () => {
    const id = randomUUID();
    const email = 'bob@corp.example';
    const account = { name: 'Bob', role: 'agent', source: 'local', createdAt: new Date() } as const;
    await app.database.db.insert(staff).values({ id, email, ...account });
    const bob: Actor = { kind: 'staff', id, name: '', email, role: 'agent' };
    await append({ actor: bob, action: 'retention.changed', subject: 'retention version 2', after: { days: 1 } });
    await observe(email);
    const found = await findCustomer(app.dataProtection, app.database.db, 'Bob@corp.example');
    expect(found.blockedReason).toContain('staff account');
    await expect(erase(email)).rejects.toMatchObject({ code: 'conflict', userMessage: found.blockedReason });
    // Also if the account is gone.
    await app.database.db.delete(staff).where(eq(staff.id, id));
    await erase(email);
    expect(await app.database.db.select().from(auditValues).where(eq(auditValues.actor, email))).toMatchObject([
      { subject: 'retention version 2', after: { days: 1 } },
    ]);
  });

  test('erases only the values that name the customer in entries about others', async () => {
    const username = 'carla@acme.example';
    await observe(username);
    await append({
      action: 'note.added',
      subject: 'other-import',
      before: { text: 'x' },
      after: { text: `See ${username}` },
    });
    await erase(username);
    const [row] = await app.database.db.select().from(auditValues).where(eq(auditValues.subject, 'other-import'));
    expect(row).toMatchObject({ before: { text: 'x' }, after: null });
  });

  test('is refused for a username that nothing names', async () => {
    const found = await findCustomer(app.dataProtection, app.database.db, 'unknown@acme.example');
    expect(found).toMatchObject({ rows: {}, blockedReason: expect.stringMatching(/^Nothing is stored/) as string });
    await expect(erase('unknown@acme.example')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('erases a customer whom only the audit or a text about others names', async () => {
    const [audited, noted] = ['audited@acme.example', 'noted@acme.example'];
    await append({ action: 'customer.exported', subject: audited });
    await saveNote(`Like ${noted}`);
    for (const username of [audited, noted]) {
      const found = await findCustomer(app.dataProtection, app.database.db, username);
      expect(found).toMatchObject({ rows: {}, blockedReason: null });
      await erase(username);
      expect(await findText(app.database, app.cipher, username)).toEqual([]);
    }
  });

  test('the export contains what an erasure removes from messages and texts about others', async () => {
    const username = 'gus@acme.example';
    await saveNote(`Asked by ${username}`);
    const items = [{ username }, { username: 'someone.else@acme.example' }];
    await app.database.db.insert(bulkRuns).values({
      ...{ id: randomUUID(), environment: 'live', kind: 'accept', by: 'Ada', items, at: new Date() },
      ...{ reason: '', note: '', finishedAt: new Date(), staffId: randomUUID() },
    });
    const id = await saveDelivery({ message: `For ${username}` });
    const chunks: string[] = [];
    for await (const chunk of await exportCustomer(app.dataProtection, { caller: ada, username })) chunks.push(chunk);
    expect(JSON.parse(chunks.join(''))).toMatchObject({
      otherDeliveries: [{ id, body: expect.stringContaining(username) as string }],
      mentions: [
        { place: 'notes.text', text: `Asked by ${username}` },
        { place: 'bulk_runs.items', text: username },
      ],
    });
    expect(chunks.join('')).not.toContain('someone.else');
    await erase(username);
    expect(await findText(app.database, app.cipher, username)).toEqual([]);
  });

  test.each([
    ['plain.name', (name: string) => `{"status":"Held","destination_username":"${name}","more":"cut o`],
    ['dora@acme.example', (name: string) => JSON.stringify({ message: `Hello\n${name} wrote` })],
    ['emil@acme.example', (name: string) => JSON.stringify({ users: { [name]: 1 } })],
    ['fay@acme.example', (name: string) => `text=for%20${encodeURIComponent(name)}`],
  ])('deletes a message in which %s is cut off, escaped or a property name', async (username, write) => {
    await observe(username);
    const id = await saveDelivery(write(username), 'text');
    await append({ action: 'note.added', subject: 'other', after: { [username]: 'x', username } });
    await erase(username);
    expect(await app.database.db.$count(deliveries, eq(deliveries.id, id))).toBe(0);
    expect(await findText(app.database, app.cipher, username)).toEqual([]);
  });
});
