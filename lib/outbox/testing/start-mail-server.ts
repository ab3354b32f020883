import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { localhostCertificate } from '../../service/testing/localhost-certificate';

/** An error of the server, `drop` (closes the connection) or `hang` (never answers). */
type Fault = { code: number; text?: string } | 'drop' | 'hang';
type Answer = Fault | undefined | Promise<Fault | undefined>;

/** What the server does wrong. Without it, every message is accepted. */
export interface MailServerFaults {
  greeting?(): Answer;
  /** To MAIL FROM. */
  sender?(): Answer;
  /** `attempt` counts the recipient's attempts from 1. */
  recipient?(address: string, attempt: number): Answer;
  /** Before the message is read, so that `drop` closes the connection in the middle of it. */
  data?(address: string, attempt: number): Answer;
  /** After the message is stored, so that `drop` and `hang` lose only the answer. */
  stored?(address: string, attempt: number): Answer;
}

interface ReceivedMail {
  from: string;
  /** The envelope's recipients, which are not the header's. */
  recipients: string[];
  raw: string;
  mail: ParsedMail;
  /** Whether it arrived over TLS. */
  secure: boolean;
  user: string | undefined;
}

export interface MailServer {
  readonly port: number;
  /** For SMTP_URL, with the user's name and password. */
  readonly url: string;
  /** In the order of arrival. */
  readonly received: readonly ReceivedMail[];
  readonly connections: number;
  setFaults(faults: MailServerFaults): void;
  close(): Promise<void>;
}

/**
 * A real SMTP server on this machine. With `tls: 'implicit'` or `'starttls'` its certificate is `localhostCertificate`.
 */
export async function startMailServer(
  options: {
    tls?: 'implicit' | 'starttls' | 'none';
    user?: { name: string; password: string };
    faults?: MailServerFaults;
    /** To start it again where it was. */
    port?: number;
  } = {},
): Promise<MailServer> {
  const { tls = 'none', user } = options;
  let faults = options.faults ?? {};
  const received: ReceivedMail[] = [];
  const attempts = new Map<string, number>();
  let connections = 0;

  const answer = async (session: SMTPServerSession, fault: Answer, done: (error?: Error) => void) => {
    const given = await fault;
    if (given === 'hang') return;
    if (given === 'drop') {
      for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
    } else if (given) done(Object.assign(new Error(given.text ?? 'Not now'), { responseCode: given.code }));
    else done();
  };
  const recipientOf = (session: SMTPServerSession) => session.envelope.rcptTo[0]?.address ?? '';

  const server = new SMTPServer({
    ...localhostCertificate,
    secure: tls === 'implicit',
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(user ? [] : ['AUTH'])],
    // As real servers do: without TLS, AUTH is not offered where TLS is.
    allowInsecureAuth: tls === 'none',
    authOptional: user === undefined,
    disableReverseLookup: true,
    logger: false,
    socketTimeout: 600_000,
    closeTimeout: 1,
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === user?.name && auth.password === user?.password;
      if (isRight) done(null, { user: auth.username });
      else done(Object.assign(new Error('Wrong user or password'), { responseCode: 535 }));
    },
    onConnect: (session, done) => {
      connections += 1;
      void answer(session, faults.greeting?.(), done);
    },
    onMailFrom: (_address, session, done) => void answer(session, faults.sender?.(), done),
    onRcptTo: ({ address }, session, done) => {
      attempts.set(address, (attempts.get(address) ?? 0) + 1);
      void answer(session, faults.recipient?.(address, attempts.get(address) ?? 1), done);
    },
    onData: (stream, session, done) => {
      const address = recipientOf(session);
      const attempt = attempts.get(address) ?? 1;
      const read = async () => {
        const raw = await buffer(stream);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map((recipient) => recipient.address),
          raw: raw.toString('utf8'),
          mail: await simpleParser(raw),
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        });
        await answer(session, faults.stored?.(address, attempt), done);
      };
      const before = Promise.resolve(faults.data?.(address, attempt)).then(async (fault) => {
        if (fault === undefined) return read();
        if (fault !== 'drop') stream.resume();
        return answer(session, fault, done);
      });
      // The client closed the connection.
      before.catch(done);
    },
  });
  // A client that disappears is part of the tests.
  server.on('error', () => undefined);
  const listening = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listening, 'listening');
  const bound = listening.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  const credentials = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : '';
  return {
    port: bound.port,
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://${credentials}localhost:${bound.port}`,
    received,
    get connections() {
      return connections;
    },
    setFaults: (next) => {
      faults = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const connection of server.connections) connection._socket.destroy();
        server.close(resolve);
      }),
  };
}
