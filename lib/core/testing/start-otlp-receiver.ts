import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedExport {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** A collector: keeps what it receives. `answer` can fail, or never resolve. */
export async function startOtlpReceiver(answer: () => number | Promise<number> = () => 200) {
  const received: ReceivedExport[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.statusCode = await answer();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
