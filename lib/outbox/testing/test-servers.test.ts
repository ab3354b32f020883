import { createTransport } from 'nodemailer';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, it } from 'vitest';
import { localhostCertificate } from '../../service/testing/localhost-certificate';
import { startMailServer } from './start-mail-server';
import { startReceiver } from './start-receiver';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});
const message = { from: 'a@landfall.example', to: 'b@customer.example', subject: 'Hello', text: 'Text' };

it('receives a message over TLS from a user who signed in', async () => {
  const server = await startMailServer({ tls: 'implicit', user: { name: 'landfall', password: 'p w' } });
  open.push(server);
  const transport = createTransport({ url: server.url, tls: { ca: localhostCertificate.cert } });
  await transport.sendMail(message);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatchObject({
    from: 'a@landfall.example',
    recipients: ['b@customer.example'],
    secure: true,
    user: 'landfall',
    mail: { subject: 'Hello' },
  });
});

it('refuses, drops and then accepts as configured', async () => {
  const server = await startMailServer({
    faults: {
      recipient: (_address, attempt) => (attempt === 1 ? { code: 450 } : undefined),
      data: (_address, attempt) => (attempt === 2 ? 'drop' : undefined),
    },
  });
  open.push(server);
  const transport = createTransport(server.url);
  await expect(transport.sendMail(message)).rejects.toMatchObject({ responseCode: 450 });
  await expect(transport.sendMail(message)).rejects.toThrow();
  await transport.sendMail(message);
  expect(server.received).toHaveLength(1);
});

it('recognises signed webhooks and Slack messages', async () => {
  const receiver = await startReceiver();
  open.push(receiver);
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const body = JSON.stringify({ text: 'Hello', blocks: [{ type: 'divider' }] });
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
  expect((await fetch(receiver.url, { method: 'POST', body, headers })).status).toBe(200);
  receiver.setReply(() => ({ status: 410 }));
  expect((await fetch(receiver.url, { method: 'POST', body: '{"blocks":[]}' })).status).toBe(410);
  const [signed, unsigned] = receiver.received;
  expect(signed?.isSignedWith(secret)).toBe(true);
  expect(signed?.slack()).toEqual(JSON.parse(body));
  expect(unsigned?.isSignedWith(secret)).toBe(false);
  expect(() => unsigned?.slack()).toThrow();
});
