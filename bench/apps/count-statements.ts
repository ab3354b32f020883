import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * A TCP proxy in front of PostgreSQL that counts the statements of the app, so that the app needs no counter of its
 * own. Statements whose text also runs while the app is idle are not counted: they belong to background jobs.
 */
export async function createStatementCounter(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let texts: string[] = [];
  const background = new Set<string>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.on(
      'data',
      createStatementReader((text) => texts.push(text)),
    );
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : address);
  const take = () => texts.splice(0);
  return {
    url: url.href,
    /** Everything that ran since the last call is background work. */
    learnBackground: () => {
      for (const text of take()) background.add(text);
    },
    /** The statements that ran during this work. */
    during: async (work: () => Promise<unknown>): Promise<string[]> => {
      texts = [];
      await work();
      return take().filter((text) => !background.has(text));
    },
    close: () => server.close(),
  };
}

function forward(from: Socket, to: Socket): void {
  from.pipe(to);
  from.on('error', () => to.destroy());
}

/** Reads what a client sends: `Q` runs a text, `P` names one, `B` is followed by one execution of a named one. */
function createStatementReader(onStatement: (text: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let pending = Buffer.alloc(0);
  let started = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      // The first message has no type.
      const typeBytes = started ? 1 : 0;
      if (pending.length < typeBytes + 4) return;
      const end = typeBytes + pending.readInt32BE(typeBytes);
      if (pending.length < end) return;
      const [first = '', second = ''] = pending.toString('utf8', typeBytes + 4, end).split('\0', 2);
      const type = started ? pending.toString('latin1', 0, 1) : '';
      if (type === 'Q') onStatement(first);
      else if (type === 'P') prepared.set(first, second);
      else if (type === 'B') onStatement(prepared.get(second) ?? second);
      started = true;
      pending = pending.subarray(end);
    }
  };
}
