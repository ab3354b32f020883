import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock, type Clock } from '../../core/clock';
import { createManualClock } from '../../core/testing/manual-clock';
import { eventually } from '../../core/testing/eventually';
import { localhostCertificate } from '../../service/testing/localhost-certificate';
import type { EmailContent } from '../message-content';
import { sampleEmail } from '../testing/open-outbox';
import { mailServerReasons } from '../../store/outbox/mail-problems';
import { startMailServer, type MailServer } from '../testing/start-mail-server';
import { classifyMailError } from './classify-mail-error';
import { createMailer } from './create-mailer';
import { readSmtpUrl, type SmtpServer } from './read-smtp-url';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const id = '7a1c0a9e-3d52-4d0b-9a53-0d4a6d0f3b11';
/** Only what the test waits for is short, so that a slow machine changes nothing. */
const timing = { connectMs: 60_000, silenceMs: 60_000, deadlineMs: 60_000 };
const user = { name: 'landfall@company.example', password: 'p@ss:w/rd' };

async function startServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  cleanups.push(() => server.close());
  return server;
}

function openMailer(smtp: SmtpServer & { ca?: string }, given = timing, clock: Clock = systemClock) {
  const sender = { from: 'Northdesk <migrations@company.example>', publicOrigin: 'https://landfall.company.example' };
  const mailer = createMailer({ ...sender, clock }, smtp, given);
  cleanups.push(() => mailer.close());
  const send = (content: Partial<EmailContent> = {}, recipient = 'j.jansen@customer.example') =>
    mailer.send({ id, recipient, content: { ...sampleEmail, ...content } });
  const fail = (...args: Parameters<typeof send>) =>
    send(...args).then(
      () => {
        throw new Error('it was sent');
      },
      (error: unknown) => classifyMailError(error),
    );
  return { send, fail };
}

/** Settings as for a server elsewhere: encryption is required, and the certificate is checked. */
function asRemote(server: MailServer, more: Partial<SmtpServer & { ca: string }> = {}): SmtpServer & { ca?: string } {
  const { auth, secure } = readSmtpUrl(server.url);
  const remote = readSmtpUrl(`${secure ? 'smtps' : 'smtp'}://mail.company.example`);
  return { ...remote, auth, host: 'localhost', port: server.port, ca: localhostCertificate.cert, ...more };
}

describe('encryption', () => {
  it.each(['implicit', 'starttls'] as const)('sends over TLS (%s) and signs in', async (tls) => {
    const server = await startServer({ tls, user });
    const { send } = openMailer(asRemote(server));
    expect(await send()).toMatch(/^250/);
    expect(server.received).toMatchObject([{ secure: true, user: user.name }]);
  });

  it.each(['implicit', 'starttls'] as const)('does not send if the certificate is not trusted (%s)', async (tls) => {
    const server = await startServer({ tls, user });
    const { ca: _ca, ...untrusting } = asRemote(server);
    const { fail } = openMailer(untrusting);
    expect(await fail()).toMatchObject({ beforeMessage: true, reason: mailServerReasons.encryption, permanent: false });
    expect(server.received).toEqual([]);
  });

  it('does not send to another machine without encryption', async () => {
    const server = await startServer({ tls: 'none', user });
    const { fail } = openMailer(asRemote(server));
    expect(await fail()).toMatchObject({ server: true, beforeMessage: true, permanent: false });
    expect(server.received).toEqual([]);
  });

  it.each(['none', 'starttls'] as const)('sends to a relay on this machine as it is (%s)', async (tls) => {
    const server = await startServer({ tls, user });
    await openMailer(readSmtpUrl(server.url)).send();
    expect(server.received).toMatchObject([{ secure: tls === 'starttls', user: user.name }]);
  });

  it.each<[string, Partial<SmtpServer>]>([
    ['smtps://a%40b:p%3A%2F@mail.company.example', { port: 465, secure: true, auth: { user: 'a@b', pass: 'p:/' } }],
    ['smtp://mail.company.example', { port: 587, requireTLS: true, checksCertificate: true, auth: undefined }],
    ['smtp://mail.company.example:2525', { port: 2525, requireTLS: true }],
    ['smtp://127.0.0.1', { requireTLS: false, checksCertificate: false }],
    ['smtp://[::1]:25', { host: '::1', port: 25, requireTLS: false }],
    ['smtps://localhost', { secure: true, checksCertificate: true }],
    ['smtp://localhost.company.example', { requireTLS: true, checksCertificate: true }],
  ])('reads %s', (url, expected) => {
    expect(readSmtpUrl(url)).toMatchObject(expected);
  });
});

describe('failures', () => {
  it('is the server’s failure if it does not know our password', async () => {
    const server = await startServer({ tls: 'implicit', user });
    const { fail } = openMailer(asRemote(server, { auth: { user: user.name, pass: 'wrong' } }));
    expect(await fail()).toMatchObject({
      server: true,
      beforeMessage: true,
      status: 535,
      permanent: false,
      reason: mailServerReasons.login,
    });
  });

  type Row = [string, Parameters<typeof startMailServer>[0], object];
  it.each<Row>([
    ['a busy server', { faults: { greeting: () => ({ code: 421 }) } }, { server: true, beforeMessage: true }],
    [
      'a connection closed before the greeting',
      { faults: { greeting: () => 'drop' } },
      { server: true, beforeMessage: true, permanent: false, reason: mailServerReasons.unreachable },
    ],
    ['a connection dropped in a message', { faults: { data: () => 'drop' } }, { server: true, beforeMessage: false }],
    ['greylisting', { faults: { recipient: () => ({ code: 450 }) } }, { server: false, permanent: false, status: 450 }],
    [
      'an unknown recipient',
      { faults: { recipient: () => ({ code: 550 }) } },
      { server: false, permanent: true, bounced: true, status: 550 },
    ],
    [
      'a full mailbox, reported after the message',
      { faults: { stored: () => ({ code: 552, text: '5.2.2 Mailbox full' }) } },
      { permanent: true, bounced: true, status: 552 },
    ],
    [
      'a message taken for spam',
      { faults: { stored: () => ({ code: 554, text: '5.7.1 Spam' }) } },
      { server: false, permanent: true, bounced: false, status: 554 },
    ],
    ...(
      [
        ['of a user', '5.1.1 User unknown'],
        ['of a domain without mail', '5.1.10 Null MX'],
        ['that is disabled', '5.2.1 Mailbox disabled'],
        ['as qmail writes it', 'sorry, no mailbox here by that name (#5.1.1)'],
      ] as const
    ).map(([name, text]): Row => [
      `a refused address ${name}`,
      { faults: { recipient: () => ({ code: 550, text }) } },
      { server: false, permanent: true, bounced: true },
    ]),
    ...(
      [
        ['Postfix', 'recipient', '5.7.1 <j.jansen@customer.example>: Relay access denied'],
        ['Postfix', 'recipient', '5.7.1 <m@company.example>: Sender address rejected: not owned by user landfall'],
        ['Exim', 'recipient', 'relay not permitted'],
        ['qmail', 'recipient', 'sorry, that domain isn’t in my list of allowed rcpthosts (#5.7.1)'],
        ['Sendmail', 'recipient', '5.1.8 Domain of sender address does not exist'],
        ['an unauthenticated client', 'recipient', '5.7.1 Client was not authenticated'],
        ['Microsoft 365', 'stored', '5.2.252 SendAsDenied; a@x.example not allowed to send as m@company.example'],
        ['Exchange', 'stored', '5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied'],
        ['Exchange', 'stored', '5.7.60 SMTP; Client does not have permissions to send as this sender'],
        ['a bad sender', 'stored', '5.1.7 Bad sender’s mailbox address syntax'],
      ] as const
    ).map(([name, at, text]): Row => [
      `a refused sender: ${name}, “${text}”`,
      { faults: { [at]: () => ({ code: 554, text }) } },
      { server: true, beforeMessage: true, permanent: false, bounced: false, reason: mailServerReasons.sender },
    ]),
    ...(
      [
        ['recipient', '5.7.1 Your address is on a blocklist'],
        ['recipient', '5.1.0 Address rejected'],
        ['recipient', 'You are on our list (#5.7.1)'],
        ['stored', '5.3.4 Message too big'],
        ['stored', 'The sender of this message is known for spam'],
      ] as const
    ).map(([at, text]): Row => [
      `a refused message: “${text}”`,
      { faults: { [at]: () => ({ code: 554, text }) } },
      { server: false, permanent: true, bounced: false },
    ]),
    [
      'a sender that is not accepted for now',
      { faults: { sender: () => ({ code: 452, text: '4.3.1 Insufficient system storage' }) } },
      { server: true, beforeMessage: true, permanent: false, reason: mailServerReasons.busy },
    ],
    [
      'a recipient that needs us to sign in',
      { faults: { recipient: () => ({ code: 530, text: '5.7.0 Authentication required' }) } },
      { server: true, beforeMessage: true, permanent: false, bounced: false },
    ],
  ])('recognises %s', async (_name, options, expected) => {
    const server = await startServer(options);
    expect(await openMailer(readSmtpUrl(server.url)).fail()).toMatchObject(expected);
  });

  it('recognises a connection closed before it is secure', async () => {
    const server = createServer((socket) => socket.destroy());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const { fail } = openMailer(readSmtpUrl(`smtps://localhost:${port}`));
    expect(await fail()).toMatchObject({ server: true, beforeMessage: true, permanent: false });
  });

  it('recognises a server that sends no greeting, and a server that hangs later', async () => {
    const server = await startServer({ faults: { greeting: () => 'hang' } });
    const impatient = openMailer(readSmtpUrl(server.url), { ...timing, connectMs: 300 });
    expect(await impatient.fail()).toMatchObject({ server: true, beforeMessage: true });
    server.setFaults({ recipient: () => 'hang' });
    const lessPatient = openMailer(readSmtpUrl(server.url), { ...timing, silenceMs: 300 });
    expect(await lessPatient.fail()).toMatchObject({ server: true, beforeMessage: false, permanent: false });
  });

  it('gives up on a server that never stops talking, and goes on with a new connection', async () => {
    let asked = 0;
    const server = await startServer({ faults: { recipient: () => ((asked += 1), 'hang') } });
    const clock = createManualClock();
    const { fail, send } = openMailer(readSmtpUrl(server.url), timing, clock);
    const failure = fail();
    await expect.poll(() => asked, eventually).toBe(1);
    await clock.advance(timing.deadlineMs);
    expect(await failure).toMatchObject({ server: true, beforeMessage: false, permanent: false });
    server.setFaults({});
    await send();
    expect(server.received).toHaveLength(1);
  });

  it('does not know what became of the others that it was sending then', async () => {
    let asked = 0;
    const server = await startServer({ faults: { stored: () => ((asked += 1), 'hang') } });
    const clock = createManualClock();
    const { fail } = openMailer(readSmtpUrl(server.url), timing, clock);
    const first = fail();
    await expect.poll(() => asked, eventually).toBe(1);
    await clock.advance(timing.deadlineMs - 1);
    const second = fail();
    await expect.poll(() => asked, eventually).toBe(2);
    await clock.advance(1);
    const lost = { server: true, beforeMessage: false, permanent: false };
    expect([await first, await second]).toMatchObject([lost, lost]);
  });

  it('replaces a kept connection that the server has closed', async () => {
    const server = await startServer();
    const { send } = openMailer(readSmtpUrl(server.url));
    await send();
    await server.close();
    const again = await startServer({ port: server.port });
    await send();
    expect(again.received).toHaveLength(1);
  });
});

describe('the message', () => {
  it('has the sender, both bodies, the logo and the headers that stop automatic replies', async () => {
    const server = await startServer();
    const { send } = openMailer(readSmtpUrl(server.url));
    const link = `<https://landfall.company.example/api/unsubscribe/${'t'.repeat(150)}>`;
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await send({
      subject: 'Ihre Testmigration ist fertig – prüfen Sie sie',
      text: 'Grüße',
      html: '<img src="cid:logo">',
      headers: { 'List-Unsubscribe': link, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      logo: `data:image/png;base64,${png}`,
    });
    const [received] = server.received;
    expect(received).toMatchObject({
      from: 'migrations@company.example',
      recipients: ['j.jansen@customer.example'],
      mail: {
        subject: 'Ihre Testmigration ist fertig – prüfen Sie sie',
        from: { value: [{ name: 'Northdesk', address: 'migrations@company.example' }] },
        to: { value: [{ name: '', address: 'j.jansen@customer.example' }] },
        messageId: `<${id}@landfall.company.example>`,
        text: 'Grüße',
        attachments: [{ cid: 'logo', contentType: 'image/png', contentDisposition: 'inline', related: true }],
      },
    });
    expect(received?.mail.attachments[0]?.content.toString('base64')).toBe(png);
    expect(received?.raw.split('\r\n')).toEqual(
      expect.arrayContaining([
        `List-Unsubscribe: ${link}`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        'Auto-Submitted: auto-generated',
        'X-Auto-Response-Suppress: OOF, AutoReply, RN, NRN',
      ]),
    );
    expect(received?.mail.date).toBeInstanceOf(Date);
  });

  it.each([
    'Hello\r\nBcc: victim@other.example',
    'Hello\nBcc: victim@other.example\n\nBody',
    'Hello\u2028Bcc: victim@other.example',
    `${'x'.repeat(70)}\r\n Bcc: victim@other.example`,
  ])('has no other header or recipient with the subject %j', async (subject) => {
    const server = await startServer();
    await openMailer(readSmtpUrl(server.url)).send({
      subject,
      headers: { 'X-Note': 'a\r\nBcc: victim@other.example' },
    });
    const [received] = server.received;
    expect(received?.recipients).toEqual(['j.jansen@customer.example']);
    expect(received?.mail.bcc).toBeUndefined();
    expect(received?.mail.headers.has('bcc')).toBe(false);
    expect(received?.mail.text).toBe('Your sample is ready.');
  });

  it.each([
    'a@x.example, b@y.example',
    'a@x.example;b@y.example',
    '"x" <a@b.example>',
    'x <a@b.example>',
    'friends: a@b.example;',
    'a@b.example\r\nRCPT TO:<victim@other.example>',
    'a@b.example>\r\nBcc: victim@other.example',
    'a@b@c.example',
    '"a b"@c.example',
    'a@[127.0.0.1]',
    'no-address',
    '@b.example',
    '',
  ])('is refused for the recipient %j', async (recipient) => {
    const server = await startServer();
    const { fail } = openMailer(readSmtpUrl(server.url));
    expect(await fail({}, recipient)).toMatchObject({ permanent: true, server: false, bounced: false });
    expect(server.connections).toBe(0);
  });

  it.each([
    { Bcc: 'victim@other.example' },
    { To: 'victim@other.example' },
    { 'X-A: b\r\nBcc': 'victim@other.example' },
    { 'Content-Type': 'text/html' },
    { 'X-Ü': 'a' },
    { 'X-A': 'ü' },
  ])('is refused with the headers %j', async (headers) => {
    const server = await startServer();
    expect(await openMailer(readSmtpUrl(server.url)).fail({ headers })).toMatchObject({ permanent: true });
  });

  it.each(['/etc/passwd', 'https://other.example/x.png', 'data:text/html;base64,PGI+'])(
    'is refused with the logo %s, which is not read',
    async (logo) => {
      const server = await startServer();
      expect(await openMailer(readSmtpUrl(server.url)).fail({ logo })).toMatchObject({ permanent: true });
    },
  );
});
