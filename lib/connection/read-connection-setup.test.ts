import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../store/database/database';
import { insertMessages } from '../store/outbox/messages';
import { staff } from '../store/schema/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { readConnectionSetup } from './read-connection-setup';
import { adminCaller, openConnection } from './testing/open-connection';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  return () => database.close();
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
