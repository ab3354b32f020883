import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillInFacts } from '../imports/detail/fill-in-facts';
import { observe } from '../imports/observations/observe';
import { staffCaller } from '../sponsorship/testing/staff-caller';
import { openTestDatabase } from '../store/testing/open-test-database';
import { saveContact } from '../store/outbox/contacts';
import { createStartLink } from './create-start-link';
import { issueMigrationToken } from './customer-links';
import { listCustomerLinks } from './list-customer-links';
import { openMigrationLink } from './open-migration-link';
import { readMigration } from './read-migration';
import { readVersion } from './read-version';
import { revokeCustomerLinks } from './revoke-customer-links';
import { shareMigrationLink } from './share-migration-link';
import { startMigration } from './start-migration';
import { customerCaller, openStart } from './testing/open-start';

let app: Awaited<ReturnType<typeof openStart>>;
beforeAll(async () => {
  app = await openStart(await openTestDatabase());
});
afterAll(() => app.close());

const caller = staffCaller('Priya', 'agent');
const newUsername = () => `ops-${randomUUID().slice(0, 8)}@acme.example`;
const lastSegment = (url: string) => url.split('/').at(-1)?.split('?')[0] ?? '';
const form = (tool: string) => ({ attempt: randomUUID(), source_tool: tool, destination_username: '', website: '' });

async function leave(started: Awaited<ReturnType<typeof startMigration>>) {
  if (started.kind !== 'leave') throw new Error(started.kind);
  const opened = await openMigrationLink(app.deps, started.migrationToken);
  if (!opened.ok) throw new Error(opened.reason);
  return { token: started.migrationToken, importId: opened.link.importId };
}

async function startByLink(username: string, tool: string) {
  const { url } = await createStartLink(app.deps, { caller, body: { username, oneUse: false, expiresInS: 3600 } });
  const link = lastSegment(url);
  return leave(
    await startMigration(app.deps, { caller: customerCaller(), visitorId: null, form: { ...form(tool), link } }),
  );
}

/** Anyone can do this, from any address and with any username. */
async function startOpenly(username: string, tool: string, visitorId: string | null = randomUUID()) {
  const address = `198.51.100.${Math.floor(Math.random() * 250)}`;
  app.advance(20 * 60_000);
  return leave(
    await startMigration(app.openModeDeps, {
      caller: customerCaller(address),
      visitorId,
      form: { ...form(tool), destination_username: username },
    }),
  );
}

async function othersOf(token: string, visitorId: string | null = null) {
  const opened = await readMigration(app.deps, token, { visitorId });
  if (opened.kind !== 'migration') throw new Error(opened.kind);
  return opened.migration.others;
}
const toolsOf = async (...given: Parameters<typeof othersOf>) =>
  (await othersOf(...given)).map(({ tool }) => tool).toSorted();

describe('a customer with links from staff', () => {
  test('sees the others, each with a link that opens it alone and leads back', async () => {
    const username = newUsername();
    const one = await startByLink(username, 'Zendesk');
    const two = await startByLink(username, 'Freshdesk');
    const [other] = await othersOf(one.token);
    expect(other).toMatchObject({ tool: 'Freshdesk', progress: 'no_status' });
    const opened = await openMigrationLink(app.deps, other?.token ?? '');
    expect(opened).toMatchObject({ ok: true, link: { importId: two.importId } });
    expect(await toolsOf(other?.token ?? '')).toEqual(['Zendesk']);
  });

  test('sees them with a link to their page that staff created, too', async () => {
    const username = newUsername();
    const one = await startByLink(username, 'Zendesk');
    await startByLink(username, 'Freshdesk');
    const url = await shareMigrationLink(app.deps, { caller, environment: 'live', importId: one.importId });
    expect(await toolsOf(lastSegment(url))).toEqual(['Freshdesk']);
  });

  test('does not see one whose links were all revoked, and its earlier link ends', async () => {
    const username = newUsername();
    const one = await startByLink(username, 'Zendesk');
    const two = await startByLink(username, 'Freshdesk');
    const [before] = await othersOf(one.token);
    await revokeCustomerLinks(app.deps, { caller, environment: 'live', importId: two.importId });
    expect(await othersOf(one.token)).toEqual([]);
    expect((await openMigrationLink(app.deps, before?.token ?? '')).ok).toBe(false);
  });

  test('loses all of them with the link that proved it', async () => {
    const username = newUsername();
    const one = await startByLink(username, 'Zendesk');
    await startByLink(username, 'Freshdesk');
    const url = await shareMigrationLink(app.deps, { caller, environment: 'live', importId: one.importId });
    const [other] = await othersOf(lastSegment(url));
    await revokeCustomerLinks(app.deps, { caller, environment: 'live', importId: one.importId });
    expect((await openMigrationLink(app.deps, other?.token ?? '')).ok).toBe(false);
  });

  test('does not see a migration that is gone, unless it was completed before', async () => {
    const username = newUsername();
    const one = await startByLink(username, 'Zendesk');
    for (const status of ['Migration in progress', 'Migration completed']) {
      const { importId } = await startByLink(username, 'Freshdesk');
      for (const seen of [{ status }, { status: null, gone: true }]) {
        const seenAt = app.deps.clock.now();
        await observe(app.deps.observer, {
          ...{ environment: 'live', importId, source: 'watcher', ...seen, sentAt: seenAt, seenAt },
        });
      }
    }
    expect(await othersOf(one.token)).toMatchObject([{ progress: 'completed' }]);
  });
});

describe('a migration whose username staff corrected', () => {
  const correct = (importId: string) =>
    fillInFacts(app.deps, { caller, environment: 'live', importId, body: { username: newUsername() } });

  test('is not shown to the customer for whom staff started it by mistake', async () => {
    const username = newUsername();
    const one = await startByLink(username, 'Zendesk');
    const two = await startByLink(username, 'Freshdesk');
    await correct(two.importId);
    expect(await othersOf(one.token)).toEqual([]);
  });

  test('is not shown in the browser in which the wrong username was entered', async () => {
    const username = newUsername();
    const visitorId = randomUUID();
    const one = await startOpenly(username, 'Zendesk', visitorId);
    const two = await startOpenly(username, 'Freshdesk', visitorId);
    await correct(two.importId);
    expect(await othersOf(one.token, visitorId)).toEqual([]);
  });
});

describe('someone who enters the username of a customer', () => {
  test('sees nothing of theirs, and they see nothing of it', async () => {
    const username = newUsername();
    const victim = await startByLink(username, 'Zendesk');
    const attacker = await startOpenly(username, 'Freshdesk');
    expect(await othersOf(attacker.token)).toEqual([]);
    expect(await othersOf(victim.token)).toEqual([]);
  });

  test('sees nothing either with a link to their own page that staff sent them', async () => {
    const username = newUsername();
    await startByLink(username, 'Zendesk');
    const attacker = await startOpenly(username, 'Freshdesk');
    const url = await shareMigrationLink(app.deps, { caller, environment: 'live', importId: attacker.importId });
    expect(await othersOf(lastSegment(url))).toEqual([]);
  });

  test('sees nothing of a customer who started openly', async () => {
    const username = newUsername();
    await startOpenly(username, 'Zendesk');
    const attacker = await startOpenly(username, 'Freshdesk');
    expect(await othersOf(attacker.token, randomUUID())).toEqual([]);
  });
});

test('a browser shows what it started for the same username, also after a visit to another page', async () => {
  const username = newUsername();
  const visitorId = randomUUID();
  const one = await startOpenly(username, 'Zendesk', visitorId);
  await startOpenly(username, 'Freshdesk', visitorId);
  await startOpenly(newUsername(), 'Intercom', visitorId);
  expect(await toolsOf(one.token, visitorId)).toEqual(['Freshdesk']);
  // The same link in another browser, and another customer's link in this one.
  expect(await othersOf(one.token, randomUUID())).toEqual([]);
  const foreign = await startOpenly(username, 'Front');
  expect(await othersOf(foreign.token, visitorId)).toEqual([]);
});

test('an open page finds out that one of them changed, in the browser that sees it alone', async () => {
  const username = newUsername();
  const [visitorId, otherVisitor] = [randomUUID(), randomUUID()];
  const one = await startOpenly(username, 'Zendesk', visitorId);
  const two = await startOpenly(username, 'Freshdesk', visitorId);
  const versionsNow = async () => {
    app.advance(3000);
    return {
      own: await readVersion(app.deps, one.token, visitorId),
      other: await readVersion(app.deps, one.token, otherVisitor),
    };
  };
  const before = await versionsNow();
  expect(await readMigration(app.deps, one.token, { visitorId })).toMatchObject({ migration: { version: before.own } });
  await observe(app.deps.observer, {
    ...{ environment: 'live', importId: two.importId, source: 'webhook', status: 'Sample migration in progress' },
    seenAt: app.deps.clock.now(),
  });
  const after = await versionsNow();
  expect(after.own).not.toBe(before.own);
  expect(after.other).toBe(before.other);
});

test('a link that was sent to an address shows the migrations of this address alone', async () => {
  const username = newUsername();
  const colleague = newUsername();
  const one = await startOpenly(username, 'Zendesk');
  const two = await startOpenly(username.toUpperCase(), 'Freshdesk');
  const other = await startOpenly('no-address', 'Intercom');
  const unconfirmed = await startOpenly('no-address-either', 'Front');
  const contact = { environment: 'live', email: username, source: 'customer', by: 'customer', at: new Date() } as const;
  const { db } = app.deps.database;
  await saveContact(db, { ...contact, importId: other.importId, confirmedAt: new Date() });
  await saveContact(db, { ...contact, importId: unconfirmed.importId, confirmedAt: null });
  const tokenFor = (provenFor: string) => issueMigrationToken(app.deps, one.importId, { provenFor });
  expect(await toolsOf(tokenFor(username))).toEqual(['Freshdesk', 'Intercom']);
  expect(await othersOf(tokenFor(colleague))).toEqual([]);
  const sent = tokenFor(username);
  await revokeCustomerLinks(app.deps, { caller, environment: 'live', importId: two.importId });
  expect(await toolsOf(sent)).toEqual(['Intercom']);
});

describe('an address that was entered with a link which was revoked later', () => {
  const email = 'holder@other.example';
  const enter = (importId: string, at: Date, source: 'customer' | 'staff' = 'customer') =>
    saveContact(app.deps.database.db, {
      ...{ environment: 'live', importId, email, source, by: source, at, confirmedAt: at },
    });
  /** The page of the holder's own migration, from an e-mail about it. */
  const othersOfHolder = async () => {
    const own = await startOpenly(email, 'Freshdesk');
    return toolsOf(issueMigrationToken(app.deps, own.importId, { provenFor: email }));
  };

  test('does not show the migration of a revoked start link', async () => {
    const { importId } = await startByLink('victim', 'Zendesk');
    await enter(importId, app.deps.clock.now());
    expect(await othersOfHolder()).toContain('Zendesk');
    const { links } = await listCustomerLinks(app.deps, { environment: 'live', importId });
    await revokeCustomerLinks(app.deps, { caller, environment: 'live', importId, linkId: links[0]?.id ?? '' });
    expect(await othersOfHolder()).not.toContain('Zendesk');
  });

  test('does not show a migration whose links were all revoked since, unless staff entered it', async () => {
    const [one, two] = [await startOpenly('victim-1', 'Intercom'), await startOpenly('victim-2', 'Front')];
    const before = app.deps.clock.now();
    for (const { importId } of [one, two]) {
      await revokeCustomerLinks(app.deps, { caller, environment: 'live', importId });
    }
    // As rows from before revoking removed the address.
    await enter(one.importId, before);
    await enter(two.importId, before, 'staff');
    const tools = await othersOfHolder();
    expect(tools).not.toContain('Intercom');
    expect(tools).toContain('Front');
  });
});
