import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../store/database/database';
import { changes } from '../../store/schema/changes';
import { customerContacts } from '../../store/schema/outbox';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { openOutbox, type TestOutbox } from '../testing/open-outbox';
import { createMailCommands } from './mail-commands';
import { readBounce } from './read-bounce';

let database: Database;
let outbox: TestOutbox;
beforeAll(async () => {
  database = await openTestDatabase();
  outbox = openOutbox(database);
});
afterAll(() => database?.close());

const bounce = (message: string) => {
  const handler = createMailCommands(outbox.deps)['mail.bounce'];
  return handler?.({ message }, new AbortController().signal);
};

const unknownUser = '550 5.1.1 <j.jansen@customer.example>: Recipient address\r\n    rejected: User unknown';

/** A report as Postfix sends it. */
function report(
  id: string,
  { action = 'failed', status = '5.1.1', newline = '\r\n', reply = unknownUser, command = 'end of DATA' } = {},
): string {
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.customer.example (Mail Delivery System)',
    'To: migrations@company.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="A1/mx.customer.example"',
    'Message-Id: <20261116100000.A1@mx.customer.example>',
    '',
    '--A1/mx.customer.example',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    `<j.jansen@customer.example>: host mx.customer.example refused it (in reply to ${command} command)`,
    '',
    '--A1/mx.customer.example',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.customer.example',
    '',
    'Final-Recipient: rfc822; j.jansen@customer.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${reply.replaceAll('\r\n', newline)}`,
    '',
    '--A1/mx.customer.example',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Northdesk <migrations@company.example>',
    `Message-ID: <${id}@landfall.company.example>`,
    'Subject: Your sample is ready',
    '',
    '--A1/mx.customer.example--',
  ].join(newline);
}

describe('npm run mail -- bounce', () => {
  it.each(['\r\n', '\n'])(
    'marks the message as failed and the address as not working (lines end with %j)',
    async (newline) => {
      const importId = newline === '\n' ? 'unix' : 'mail';
      const recipient = 'j.jansen@customer.example';
      const id = await outbox.add({ state: 'sent', environment: 'live', importId, recipient });
      expect(await bounce(report(id, { newline }))).toEqual({ outcome: 'recorded', recipient, ended: true });
      const response = '550 5.1.1 <j.jansen@customer.example>: Recipient address rejected: User unknown';
      const reason = 'The recipient’s mail server returned the message.';
      expect(await outbox.read(id)).toMatchObject({ state: 'failed', reason });
      expect(await outbox.attempts(id)).toMatchObject([{ outcome: 'failed', status: 550, response }]);
      const contacts = await database.db.select().from(customerContacts);
      expect(contacts.find((contact) => contact.importId === importId)).toMatchObject({ bounceReason: reason });
    },
  );

  it.each<[string, Parameters<typeof report>[1], boolean]>([
    ['on a blocklist', { status: '5.7.1', reply: '554 5.7.1 Your host is blocked' }, false],
    ['too big', { status: '5.3.4', reply: '552 5.3.4 Message too big' }, false],
    ['not delivered in time', { status: '4.4.7', reply: '450 4.2.0 Greylisted', command: 'RCPT TO' }, false],
    ['refused without a code', { status: '5.0.0', reply: '550 Looks like spam' }, false],
    ['not relayed', { status: '5.0.0', reply: '550 relay not permitted', command: 'RCPT TO' }, false],
    ['to an unknown user, without a code', { status: '5.0.0', reply: '550 No such user', command: 'RCPT TO' }, true],
    ['to an unknown user, only with a status', { status: '5.1.1 (unknown)', reply: '550 Sorry' }, true],
    ['to an unknown user, only with a code', { status: '5.0.0', reply: '550-5.1.1 No such user' }, true],
  ])('marks a message that was %s, and its address only if that is the reason', async (name, given, ended) => {
    const importId = `returned ${name}`;
    const recipient = `${name.replaceAll(/\W/g, '-')}@customer.example`;
    const id = await outbox.add({ state: 'sent', environment: 'live', importId, recipient });
    expect(await bounce(report(id, given))).toEqual({ outcome: 'recorded', recipient, ended });
    expect((await outbox.read(id)).state).toBe('failed');
    const contacts = await database.db.select().from(customerContacts);
    expect(contacts.some((contact) => contact.importId === importId)).toBe(ended);
  });

  it('ignores a delay, another installation, an unknown message and other messages', async () => {
    const id = await outbox.add({ state: 'sent' });
    expect(await bounce(report(id, { action: 'delayed', status: '4.4.1' }))).toEqual({ outcome: 'temporary' });
    const elsewhere = report(id).replaceAll('@landfall.company.example', '@landfallXcompany.example');
    expect(await bounce(elsewhere)).toEqual({ outcome: 'not_a_report' });
    const unknown = '7a1c0a9e-3d52-4d0b-9a53-0d4a6d0f3b11';
    expect(await bounce(report(unknown))).toEqual({ outcome: 'unknown_message' });
    const reply = `Content-Type: text/plain\r\nIn-Reply-To: <${id}@landfall.company.example>\r\n\r\nAction: failed`;
    expect(await bounce(reply)).toEqual({ outcome: 'not_a_report' });
    expect(await bounce('')).toEqual({ outcome: 'not_a_report' });
    expect((await outbox.read(id)).state).toBe('sent');
  });

  it('marks a message to staff as failed and no address, and refreshes the list of messages', async () => {
    const message = {
      audience: 'staff',
      environment: 'live',
      importId: 'staff',
      recipient: 'ada@company.example',
    } as const;
    const id = await outbox.add({ state: 'sent', ...message });
    await database.db.delete(changes);
    expect(await bounce(report(id))).toMatchObject({ outcome: 'recorded', ended: false });
    expect((await outbox.read(id)).state).toBe('failed');
    const contacts = await database.db.select().from(customerContacts);
    expect(contacts.map(({ importId }) => importId)).not.toContain('staff');
    expect(await database.db.select().from(changes)).toMatchObject([{ kind: 'message', subject: 'staff' }]);
  });

  it('does not mark a message that is still waiting', async () => {
    const id = await outbox.add();
    expect(await bounce(report(id))).toEqual({ outcome: 'unknown_message' });
    expect((await outbox.read(id)).state).toBe('pending');
  });
});

describe('readBounce', () => {
  it('reads a report without an action, and headers in quoted-printable', () => {
    const id = '7a1c0a9e-3d52-4d0b-9a53-0d4a6d0f3b11';
    const message = report(id).replace('Action: failed\r\n', '').replace(`<${id}@landfall.`, `<${id}@landf=\r\nall.`);
    expect(readBounce(message, 'landfall.company.example')).toMatchObject({
      messageId: id,
      permanent: true,
      status: 550,
    });
  });

  it('takes time in proportion to the length', () => {
    const message = `Content-Type: multipart/report\r\n${'<'.repeat(100_000)}${'Action:\t'.repeat(20_000)}`;
    expect(readBounce(message, 'landfall.company.example')).toBeUndefined();
  });
});
