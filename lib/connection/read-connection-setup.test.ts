import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../store/database/database';
import { recordBackup } from '../store/backup/record-backup';
import { insertMessages } from '../store/outbox/messages';
import { staff } from '../store/schema/staff';
import { appSettings } from '../store/schema/system';
import { deliveryCounters } from '../store/schema/webhooks';
import { openTestDatabase } from '../store/testing/open-test-database';
import { readConnectionSetup } from './read-connection-setup';
import { adminCaller, openConnection } from './testing/open-connection';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

it('ticks off a second admin, a real webhook, branding and a backup, each on its own', async () => {
  const done = async () => {
    const { checklist } = await readConnectionSetup(await openConnection(database, service));
    return checklist.filter((item) => item.done).map(({ id }) => id);
  };
  const service = { SERVICE_URL: 'https://service.example/api/v2.1', SERVICE_TOKEN: 'a-token-of-the-service' };
  const addAdmin = (name: string, values: { source?: 'local' | 'demo'; disabledAt?: Date } = {}) =>
    database.db.insert(staff).values({
      ...{ id: randomUUID(), name, email: `${name}@x.example`, role: 'admin', source: 'local', passwordHash: 'hash' },
      ...{ createdAt: new Date(), ...values },
    });
  expect(await done()).toEqual(['demo']);

  await addAdmin('ada');
  await addAdmin('demo', { source: 'demo' });
  await addAdmin('left', { disabledAt: new Date() });
  expect(await done()).toEqual(['demo']);
  await addAdmin('eve');
  expect(await done()).toEqual(['demo', 'second_admin']);

  await database.db.insert(deliveryCounters).values({ verdict: 'bad_signature', count: 1, lastAt: new Date() });
  expect(await done()).not.toContain('webhook');
  await database.db.insert(deliveryCounters).values({ verdict: 'verified', count: 1, lastAt: new Date() });
  expect(await done()).toEqual(['webhook', 'demo', 'second_admin']);

  await database.db.insert(appSettings).values({ key: 'branding', version: 1, value: {}, by: 'ada', at: new Date() });
  expect(await done()).toEqual(['webhook', 'demo', 'second_admin', 'branding']);

  await recordBackup(database.db, new Date());
  expect(await done()).toEqual(['webhook', 'demo', 'second_admin', 'branding', 'backup']);
});

it('lists in the demo only what is kept when going live', async () => {
  const { checklist } = await readConnectionSetup(await openConnection(database, { LANDFALL_DEMO: 'on' }));
  expect(checklist.map(({ id }) => id)).toEqual(['connection', 'demo']);
});

it('says that mail is set up once a test message was sent by the mail server', async () => {
  const { actor } = adminCaller;
  if (actor.kind !== 'staff') throw new Error('the admin is a person');
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@x.example' };
  const isDone = async (environment: Record<string, string>) => {
    const setup = await readConnectionSetup(await openConnection(database, environment));
    return setup.checklist.find(({ id }) => id === 'mail')?.done;
  };
  const at = new Date();
  const { name, email, role } = actor;
  await database.db.insert(staff).values({ id: actor.id, name, email, role, source: 'local', createdAt: at });
  const addTest = (state: 'pending' | 'sent', channel: 'email' | 'slack') => {
    const id = randomUUID();
    const event = 'test';
    return insertMessages(database.db, [
      { id, key: id, audience: 'staff', channel, event, recipient: email, state, createdAt: at },
    ]);
  };
  expect(await isDone(smtp)).toBe(false);
  await addTest('pending', 'email');
  await addTest('sent', 'slack');
  expect(await isDone(smtp)).toBe(false);
  await addTest('sent', 'email');
  expect(await isDone(smtp)).toBe(true);
  expect(await isDone({})).toBe(false);
});
