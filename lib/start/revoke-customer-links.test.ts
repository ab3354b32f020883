import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prune } from '../data-protection/prune';
import { openDataProtection } from '../data-protection/testing/open-data-protection';
import { settleAttempts } from '../imports/creation/settle-attempts';
import { observe } from '../imports/observations/observe';
import { staffCaller } from '../sponsorship/testing/staff-caller';
import { searchAudit } from '../store/events/audit';
import { changes } from '../store/schema/changes';
import { insertAppSetting } from '../store/staff/app-settings';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createStartLink } from './create-start-link';
import { issueMigrationToken } from './customer-links';
import { listCustomerLinks } from './list-customer-links';
import { openMigrationLink } from './open-migration-link';
import { openStartLink } from './open-start-link';
import { readMigration } from './read-migration';
import { revokeCustomerLinks } from './revoke-customer-links';
import { shareMigrationLink } from './share-migration-link';
import { startAgain } from './start-again';
import { startMigration } from './start-migration';
import { migrationLinkDays } from './start-deps';
import { customerCaller, openStart } from './testing/open-start';

let app: Awaited<ReturnType<typeof openStart>>;
beforeAll(async () => {
  app = await openStart(await openTestDatabase());
});
afterAll(() => app.close());

const caller = staffCaller('Priya', 'agent');
const environment = 'live';
const lastSegment = (url: string) => url.split('/').at(-1) ?? '';

/** A customer who started from a link, with the import, the start link and the token of their page. */
async function startCustomer() {
  const { username, startToken, started } = await startByLink();
  if (started.kind !== 'leave') throw new Error(started.kind);
  const pageToken = started.migrationToken;
  return { username, startToken, pageToken, importId: await importOf(pageToken) };
}

async function startByLink({ loseResponse = false } = {}) {
  const username = `ops-${randomUUID().slice(0, 8)}@acme.example`;
  if (loseResponse) app.injectFault(username, 'reset-after');
  const { url } = await createStartLink(app.deps, { caller, body: { username, oneUse: false, expiresInS: 3600 } });
  const startToken = lastSegment(url);
  const form = { attempt: randomUUID(), source_tool: 'Zendesk', destination_username: '', website: '' };
  const started = await startMigration(app.deps, {
    caller: customerCaller(),
    visitorId: null,
    form: { ...form, link: startToken },
  });
  return { username, startToken, started };
}

async function importOf(token: string): Promise<string> {
  const opened = await openMigrationLink(app.deps, token);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.link.importId;
}

async function resume(startToken: string): Promise<string> {
  const opened = await openStartLink(app.deps, startToken);
  if (opened.kind !== 'resume') throw new Error(opened.kind);
  return opened.migrationToken;
}

const share = async (importId: string) =>
  lastSegment(await shareMigrationLink(app.deps, { caller, environment, importId }));
const kindOf = async (token: string) => (await readMigration(app.deps, token)).kind;
const list = (importId: string) => listCustomerLinks(app.deps, { environment, importId });

describe('the links of an import', () => {
  test('are listed with who created them and when they were last used', async () => {
    const { importId } = await startCustomer();
    const token = await share(importId);
    const { links } = await list(importId);
    expect(links.map(({ kind, createdBy, revokedAt }) => [kind, createdBy, revokedAt])).toEqual([
      ['migration', 'Priya', null],
      ['start', 'Priya', null],
    ]);
    expect(links[0]?.lastUsedAt).toBeNull();
    expect(await kindOf(token)).toBe('migration');
    const used = (await list(importId)).links[0]?.lastUsedAt;
    expect(used).not.toBeNull();
    // At most one write a minute.
    await kindOf(token);
    expect((await list(importId)).links[0]?.lastUsedAt).toBe(used);
    app.advance(60_001);
    await kindOf(token);
    expect((await list(importId)).links[0]?.lastUsedAt).not.toBe(used);
  });

  test('one revoked link no longer works, others do, and the audit says who revoked it', async () => {
    const { importId } = await startCustomer();
    const [kept, revoked] = [await share(importId), await share(importId)];
    const linkId = (await list(importId)).links[0]?.id ?? '';
    const changeCount = () => app.deps.database.db.$count(changes, eq(changes.subject, importId));
    const changesBefore = await changeCount();
    const after = await revokeCustomerLinks(app.deps, { caller, environment, importId, linkId });
    // Other open pages of the import load the list again.
    expect(await changeCount()).toBe(changesBefore + 1);
    expect(after.links.find(({ id }) => id === linkId)).toMatchObject({ revokedBy: 'Priya' });
    expect(after.active).toBe(2);
    expect([await kindOf(kept), await kindOf(revoked)]).toEqual(['migration', 'broken']);
    const entries = await searchAudit(app.deps.database.db, { q: importId }, { limit: 10 });
    expect(entries.map(({ action }) => action)).toContain('import.customer_link_revoked');
  });

  test('a revoked start link ends the pages that it opened', async () => {
    const { importId, startToken, pageToken } = await startCustomer();
    const resumed = await resume(startToken);
    const linkId = (await list(importId)).links.find(({ kind }) => kind === 'start')?.id ?? '';
    await revokeCustomerLinks(app.deps, { caller, environment, importId, linkId });
    expect((await openStartLink(app.deps, startToken)).kind).toBe('broken');
    expect([await kindOf(pageToken), await kindOf(resumed)]).toEqual(['broken', 'broken']);
  });

  test('all can be revoked, also those without a row; links created afterwards work', async () => {
    const { importId, username, startToken, pageToken } = await startCustomer();
    const unused = await createStartLink(app.deps, { caller, body: { username, oneUse: true, expiresInS: 3600 } });
    const shared = await share(importId);
    const withoutRow = issueMigrationToken(app.deps, importId);
    expect(await kindOf(withoutRow)).toBe('migration');
    const { active } = await revokeCustomerLinks(app.deps, { caller, environment, importId });
    expect(active).toBe(0);
    for (const token of [shared, withoutRow, pageToken]) expect(await kindOf(token)).toBe('broken');
    for (const token of [startToken, lastSegment(unused.url)]) {
      expect((await openStartLink(app.deps, token)).kind).toBe('broken');
    }
    expect(await kindOf(await share(importId))).toBe('migration');
  });

  test('a token from before links had an issue time is covered by its expiry', async () => {
    const { importId } = await startCustomer();
    const now = app.deps.clock.now().getTime();
    const older = (issuedMs: number) =>
      app.deps.cipher
        .encrypt(
          'migration-link',
          JSON.stringify({
            environment,
            importId,
            expiresAt: new Date(issuedMs + migrationLinkDays * 86_400_000).toISOString(),
          }),
        )
        .toString('base64url');
    const before = older(now - 86_400_000);
    expect(await kindOf(before)).toBe('migration');
    await revokeCustomerLinks(app.deps, { caller, environment, importId });
    expect([await kindOf(before), await kindOf(older(now + 60_000))]).toEqual(['broken', 'migration']);
  });

  test('of another import or an unknown id are left alone', async () => {
    const [one, other] = [await startCustomer(), await startCustomer()];
    const linkId = (await list(other.importId)).links[0]?.id ?? '';
    await revokeCustomerLinks(app.deps, { caller, environment, importId: one.importId, linkId });
    expect(await kindOf(other.pageToken)).toBe('migration');
    await expect(revokeCustomerLinks(app.deps, { caller, environment, importId: 'unknown' })).rejects.toThrow(
      'Not found',
    );
  });

  test('the browser that started it in open mode opens it in further tabs, until all are revoked', async () => {
    const visitorId = randomUUID();
    const visit = async () => {
      const form = { attempt: randomUUID(), source_tool: 'Zendesk', destination_username: visitorId, website: '' };
      const started = await startMigration(app.openModeDeps, { caller: customerCaller(), visitorId, form });
      if (started.kind !== 'leave') throw new Error(started.kind);
      return started.migrationToken;
    };
    const tabs = [await visit(), await visit()];
    expect(await Promise.all(tabs.map(kindOf))).toEqual(['migration', 'migration']);
    const importId = await importOf(tabs[0] ?? '');
    await revokeCustomerLinks(app.deps, { caller, environment, importId });
    expect(await Promise.all([...tabs, await visit()].map(kindOf))).toEqual(['broken', 'broken', 'broken']);
    expect(app.importsOf(visitorId)).toHaveLength(1);
    expect(await kindOf(await share(importId))).toBe('migration');
  });

  test('revoking all of an import also ends those of the import that it replaced', async () => {
    const { startToken } = await startByLink({ loseResponse: true });
    await settleAttempts(app.deps);
    const replaced = await resume(startToken);
    const tokens = [
      replaced,
      await share(await importOf(replaced)),
      issueMigrationToken(app.deps, await importOf(replaced)),
    ];
    const again = await startAgain(app.deps, { caller: customerCaller(), linkToken: replaced, attempt: randomUUID() });
    if (again.kind !== 'leave') throw new Error(again.kind);
    const importId = await importOf(again.migrationToken);
    const follow = async (token: string) => {
      const opened = await readMigration(app.deps, token);
      return opened.kind === 'moved' ? kindOf(opened.migrationToken) : opened.kind;
    };
    expect(await Promise.all(tokens.map(follow))).toEqual(['migration', 'migration', 'migration']);
    await revokeCustomerLinks(app.deps, { caller, environment, importId });
    expect(await Promise.all([again.migrationToken, ...tokens].map(follow))).toEqual(Array(4).fill('broken'));
    expect(await kindOf(await share(importId))).toBe('migration');
  });
});

describe('after retention deleted old links', () => {
  const dayMs = 86_400_000;
  let version = 0;
  const pruneWith = async (days: { linkDays?: number; importDays?: number }) => {
    const { database, cipher, clock } = app.deps;
    const value = { rawDays: null, deliveryDays: null, attemptDays: null, linkDays: null, importDays: null, ...days };
    await insertAppSetting(database.db, { key: 'retention', version: ++version, value, by: 'test', at: clock.now() });
    return prune(openDataProtection({ database, cipher, clock }));
  };

  test('revoked links stay revoked for as long as their tokens live', async () => {
    const [all, one] = [await startCustomer(), await startCustomer()];
    const tokens = [
      all.pageToken,
      one.pageToken,
      await resume(all.startToken),
      await resume(one.startToken),
      issueMigrationToken(app.deps, all.importId),
      await share(all.importId),
    ];
    await revokeCustomerLinks(app.deps, { caller, environment, importId: all.importId });
    const linkId = (await list(one.importId)).links[0]?.id ?? '';
    await revokeCustomerLinks(app.deps, { caller, environment, importId: one.importId, linkId });
    app.advance(170 * dayMs);
    await pruneWith({ linkDays: 1 });
    expect(await Promise.all(tokens.map(kindOf))).toEqual(tokens.map(() => 'broken'));
    // The longest that a token can live has passed.
    app.advance(12 * dayMs);
    expect((await pruneWith({ linkDays: 1 })).links).toBeGreaterThan(0);
    expect(await Promise.all(tokens.map(kindOf))).toEqual(tokens.map(() => 'expired'));
  });

  test('a page opened on the last day of a start link works until its own link expires', async () => {
    const { startToken } = await startCustomer();
    app.advance((migrationLinkDays - 1) * dayMs);
    const token = await resume(startToken);
    app.advance((migrationLinkDays - 1) * dayMs);
    await pruneWith({ linkDays: 1 });
    expect(await kindOf(token)).toBe('migration');
  });

  test('a deleted import that is stored again does not bring its revoked links back', async () => {
    const { importId, username } = await startCustomer();
    const store = (status: string) =>
      observe(app.deps.observer, {
        environment,
        importId,
        source: 'lookup',
        status,
        seenAt: app.deps.clock.now(),
        about: { username },
      });
    await store('Migration completed');
    const token = issueMigrationToken(app.deps, importId);
    await revokeCustomerLinks(app.deps, { caller, environment, importId });
    app.advance(2 * dayMs);
    expect(await pruneWith({ importDays: 1 })).toMatchObject({ imports: 1 });
    await store('Migration completed');
    expect(await kindOf(token)).toBe('broken');
    expect(await kindOf(await share(importId))).toBe('migration');
  });
});
