import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** Every request as it arrived, head and body. */
  readonly requests: string[];
  /** Connections made so far. */
  connections(): number;
  close(): Promise<void>;
}

/** A TCP server that can misbehave at any point of an HTTP exchange. `onRequest` gets each complete request. */
export async function startRawServer(behavior: {
  onConnection?: (socket: Socket) => void;
  onRequest?: (socket: Socket, request: string, index: number) => void;
}): Promise<RawServer> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    let waiting = '';
    socket.on('data', (data) => {
      waiting += data.toString('latin1');
      for (;;) {
        const headEnd = waiting.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(waiting.slice(0, headEnd))?.[1] ?? 0);
        if (waiting.length < headEnd + 4 + length) return;
        const request = waiting.slice(0, headEnd + 4 + length);
        waiting = waiting.slice(request.length);
        requests.push(Buffer.from(request, 'latin1').toString('utf8'));
        behavior.onRequest?.(socket, request, requests.length - 1);
      }
    });
    behavior.onConnection?.(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const { port } = address as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v2.1`,
    port,
    requests,
    connections: () => connections,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function httpResponse(status: number, body = '', headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
