import { createTransport } from 'nodemailer';
import type { Clock } from '../../core/clock';
import type { MailLimits } from '../../store/outbox/send-queue';
import { toMailOptions, type MailMessage } from './to-mail-options';
import type { SmtpServer } from './read-smtp-url';

export interface Mailer {
  /** How many messages can be sent at the same time. */
  readonly connections: number;
  /** The longest time a message may take. */
  readonly deadlineMs: number;
  /** To one address over all imports. More of them wait. */
  readonly limits: Record<'customer' | 'staff', MailLimits>;
  /** Resolves with the server's response. Rejects with nodemailer's errors, or with an `UnsendableError`. */
  send(message: MailMessage): Promise<string>;
  close(): void;
}

interface MailerTiming {
  connectMs: number;
  /** Longest time without a byte. Servers may check a message before they accept it. */
  silenceMs: number;
  deadlineMs: number;
}

const connections = 5;
const limits = { customer: { perHour: 6, perDay: 20 }, staff: { perHour: 30, perDay: Infinity } };
const defaultTiming: MailerTiming = { connectMs: 15_000, silenceMs: 90_000, deadlineMs: 120_000 };

/** Sends by SMTP over a few connections that are kept open. */
export function createMailer(
  { from, publicOrigin, clock }: { from: string; publicOrigin: string; clock: Clock },
  server: SmtpServer & { ca?: string },
  timing: MailerTiming = defaultTiming,
): Mailer {
  const open = () =>
    createTransport({
      pool: true,
      maxConnections: connections,
      // A kept connection that the server has closed meanwhile is replaced once.
      maxRequeues: 1,
      host: server.host,
      port: server.port,
      secure: server.secure,
      requireTLS: server.requireTLS,
      ...(server.auth ? { auth: server.auth } : {}),
      name: new URL(publicOrigin).hostname,
      connectionTimeout: timing.connectMs,
      greetingTimeout: timing.connectMs,
      dnsTimeout: timing.connectMs,
      socketTimeout: timing.silenceMs,
      tls: { rejectUnauthorized: server.checksCertificate, ...(server.ca === undefined ? {} : { ca: server.ca }) },
    });
  let transport = open();
  let isClosed = false;

  /** A server that sends a byte now and then is never silent. */
  const replaceTransport = (stuck: typeof transport) => {
    if (isClosed || transport !== stuck) return;
    transport = open();
    stuck.close({ force: true });
  };

  return {
    connections,
    deadlineMs: timing.deadlineMs,
    limits,
    send: async (message) => {
      const mail = toMailOptions({ from, publicOrigin, now: clock.now() }, message);
      const used = transport;
      const settled = new AbortController();
      const deadline = clock.sleep(timing.deadlineMs, settled.signal).then(
        () => {
          replaceTransport(used);
          throw Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' });
        },
        () => undefined,
      );
      const sending = used.sendMail(mail).catch((error: unknown) => {
        if (used === transport && !isClosed) throw error;
        // We closed the connection ourselves, which nodemailer reports as if it ended before the message.
        throw Object.assign(new Error('The connection was closed.', { cause: error }), { code: 'ECONNECTION' });
      });
      try {
        await Promise.race([sending, deadline]);
        return (await sending).response;
      } finally {
        sending.catch(() => undefined);
        settled.abort('settled');
      }
    },
    close: () => {
      isClosed = true;
      transport.close({ force: true });
    },
  };
}

/** For the demo, where the messages are shown on a page. */
export function createMailbox(): Mailer {
  const unlimited = { perHour: Infinity, perDay: Infinity };
  return {
    connections,
    deadlineMs: 1000,
    limits: { customer: unlimited, staff: unlimited },
    send: async () => 'Shown in the demo mailbox',
    close: () => undefined,
  };
}
