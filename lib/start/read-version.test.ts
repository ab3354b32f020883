import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../contract/caller';
import { observe } from '../imports/observations/observe';
import { requestFullMigration } from '../sponsorship/request-full-migration';
import { recordBounce, saveContact } from '../store/outbox/contacts';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createStatementRecorder } from '../store/testing/record-statements';
import { issueMigrationToken } from './customer-links';
import { readMigration } from './read-migration';
import { readVersion } from './read-version';
import { revokeCustomerLinks } from './revoke-customer-links';
import { openStart } from './testing/open-start';

let app: Awaited<ReturnType<typeof openStart>>;
let statementsOf: ReturnType<typeof createStatementRecorder>;
beforeAll(async () => {
  app = await openStart(await openTestDatabase());
  statementsOf = createStatementRecorder(app.deps.database);
});
afterAll(() => app.close());

const caller: Caller = {
  actor: { kind: 'staff', id: randomUUID(), name: 'Priya', email: 'priya@partner.example', role: 'agent' },
  address: '',
  requestId: 'test',
};

const report = (importId: string, status: string, more: object = {}) =>
  observe(app.deps.observer, {
    ...{ environment: 'live', importId, source: 'webhook', status, seenAt: app.deps.clock.now(), ...more },
    about: { username: 'ops@acme.example', tool: 'Zendesk' },
  });

const warning = (text: string) => ({ text, item: null, kind: null });

async function addImport() {
  const importId = randomUUID();
  await report(importId, 'Sample migration completed');
  return { importId, token: issueMigrationToken(app.deps, importId) };
}

/** After what is shared has ended. */
const versionNow = (token: string) => {
  app.advance(3000);
  return readVersion(app.deps, token, null);
};

describe('readVersion', () => {
  test('is that of the page, and changes with what the page shows', async () => {
    const { importId, token } = await addImport();
    const opened = await readMigration(app.deps, token);
    const seen = [await versionNow(token)];
    expect(opened).toMatchObject({ migration: { version: seen[0] } });
    expect(await versionNow(token)).toBe(seen[0]);
    const changes = [
      () =>
        requestFullMigration(app.deps.sponsorship, {
          ...{ caller, environment: 'live', importId, source: 'customer', verified: true, message: '' },
        }),
      () => report(importId, 'Migration in progress'),
      () => report(importId, 'Migration in progress', { facts: { records: [{ type: 'Tickets', count: 3 }] } }),
      () =>
        saveContact(app.deps.database.db, {
          ...{
            environment: 'live',
            importId,
            email: 'a@b.example',
            source: 'customer',
            by: 'customer',
            at: new Date(),
          },
        }),
      () =>
        recordBounce(app.deps.database.db, {
          ...{ importId, recipient: 'a@b.example', reason: '550', at: app.deps.clock.now() },
        }),
      () => report(importId, 'Migration in progress', { facts: { warnings: [warning('One')] } }),
      () => report(importId, 'Migration in progress', { facts: { warnings: [warning('Another')] } }),
    ];
    for (const change of changes) {
      await change();
      const version = await versionNow(token);
      expect(seen).not.toContain(version);
      seen.push(version);
    }
  });

  test('changes with another migration of the customer, only for those who see it on the page', async () => {
    const { importId } = await addImport();
    const other = randomUUID();
    await report(other, 'Sample migration completed');
    const proven = issueMigrationToken(app.deps, importId, { provenFor: 'ops@acme.example' });
    const plain = issueMigrationToken(app.deps, importId);
    const opened = await readMigration(app.deps, proven);
    const before = { proven: await versionNow(proven), plain: await versionNow(plain) };
    expect(opened).toMatchObject({ migration: { version: before.proven } });
    await report(other, 'Migration in progress');
    expect(await versionNow(plain)).toBe(before.plain);
    const changed = await versionNow(proven);
    expect(changed).not.toBe(before.proven);
    await report(randomUUID(), 'Migration in progress');
    expect(await versionNow(proven)).not.toBe(changed);
  });

  test('does not change with every poll, but before the page looks old', async () => {
    const { importId, token } = await addImport();
    // To the beginning of a step.
    app.advance(300_000 - (app.deps.clock.now().getTime() % 300_000));
    await report(importId, 'Sample migration completed');
    const before = await versionNow(token);
    await report(importId, 'Sample migration completed');
    expect(await versionNow(token)).toBe(before);
    app.advance(300_000);
    await report(importId, 'Sample migration completed');
    expect(await versionNow(token)).not.toBe(before);
  });

  test('costs two statements, however many ask for it', async () => {
    const { token } = await addImport();
    app.advance(3000);
    const statements = await statementsOf(async () => {
      await Promise.all(Array.from({ length: 50 }, () => readVersion(app.deps, token, null)));
    });
    expect(statements).toHaveLength(2);
  });

  test('costs nothing for what is not a link, and reveals nothing', async () => {
    const foreign = issueMigrationToken(app.deps, 'no-such-import');
    const statements = await statementsOf(async () => {
      for (const token of ['', 'AAAA', 'x'.repeat(13_000)])
        await expect(readVersion(app.deps, token, null)).rejects.toThrow();
    });
    expect(statements).toEqual([]);
    await expect(readVersion(app.deps, foreign, null)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('ends with the link', async () => {
    const { importId, token } = await addImport();
    await versionNow(token);
    await revokeCustomerLinks(app.deps, { caller, environment: 'live', importId });
    await expect(versionNow(token)).rejects.toMatchObject({ code: 'not_found' });
  });
});
