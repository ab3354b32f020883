import { expect, test } from 'vitest';
import { insertStaff, updateStaff } from '../../store/staff/staff';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { insertRule } from '../../store/testing/outbox-rows';
import { createMailer } from '../delivery/create-mailer';
import { readSmtpUrl } from '../delivery/read-smtp-url';
import { createSendMailsJob } from '../delivery/send-mails';
import { startMailServer } from '../testing/start-mail-server';
import { openStaffOutbox } from './testing/open-staff-outbox';

forEachEngineAtFullSize((_, open) => {
  test('an e-mail that waits is not sent to a person who was disabled or may no longer see its events', async () => {
    const database = await open();
    const server = await startMailServer();
    const app = openStaffOutbox(database);
    const delivery = { ...app.deps, fetch, metrics: { message: () => undefined } };
    const mailer = createMailer({ ...app.deps, from: 'landfall@northdesk.example' }, readSmtpUrl(server.url));
    const people = Object.fromEntries(
      ['disabled', 'demoted', 'same'].map((name) => [name, { id: crypto.randomUUID(), email: `${name}@a.example` }]),
    );
    for (const person of Object.values(people)) {
      const row = { ...person, name: 'Ines', role: 'approver' as const, source: 'local' as const };
      await database.transaction((tx) => insertStaff(tx, { ...row, createdAt: new Date() }));
      await insertRule(database.db, { staffId: person.id, events: ['request_waiting', 'many_warnings'] });
    }
    await app.record({ kind: 'many_warnings' }, { kind: 'request_waiting' });
    await app.pass(6);
    await database.transaction((tx) => updateStaff(tx, people.disabled?.id ?? '', { disabledAt: new Date() }));
    await database.transaction((tx) => updateStaff(tx, people.demoted?.id ?? '', { role: 'agent' }));
    await createSendMailsJob(delivery, mailer).run(new AbortController().signal);
    const messages = await app.messages();
    expect(messages.map(({ recipient, state, reason }) => [recipient, state, reason]).sort()).toEqual([
      ['demoted@a.example', 'skipped', 'Their role no longer includes these events.'],
      ['disabled@a.example', 'skipped', 'The account is disabled.'],
      ['same@a.example', 'sent', ''],
    ]);
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['same@a.example']]);
    await mailer.close();
    await server.close();
  });
});
