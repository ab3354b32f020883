import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { problemSchema } from '../../lib/contract/problem';
import { currentContext } from '../../lib/core/context.mjs';
import { createHttpServer } from './create-http-server.mjs';

const openServers: Server[] = [];
afterEach(async () => {
  for (const server of openServers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

const ignore = () => undefined;

interface Options {
  report?: () => void;
  allowedMethods?: (path: string) => string;
}

async function openServer(handle: Handle, trustedHops = 0, options: Options = { report: ignore }) {
  const publicOrigin = 'https://landfall.company.example';
  const server = createHttpServer({ publicOrigin, trustedHops, handle, ...options });
  openServers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = (server.address() as AddressInfo).port;
  /** Sends exactly these bytes and returns the whole response. */
  const raw = async (text: string) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    socket.end(text);
    await once(socket, 'close');
    return received;
  };
  const get = (path: string, ...headers: string[]) =>
    raw([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
  return { raw, get };
}

const ours = 'Host: landfall.company.example';

describe('requests', () => {
  it('reach the handler with forwarding headers from the socket and the settings only', async () => {
    let seen: IncomingMessage['headers'] = {};
    const { get } = await openServer((request, response) => {
      seen = request.headers;
      response.end('ok');
    });
    await get(
      '/',
      ours,
      'X-Forwarded-For: 6.6.6.6',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: http',
      'X-Forwarded-Port: 1',
      'Forwarded: for=6.6.6.6',
      'X-Real-IP: 6.6.6.6',
      'X-Middleware-Subrequest: proxy:proxy:proxy',
    );
    expect(seen).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'landfall.company.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
    });
    for (const name of ['forwarded', 'x-real-ip', 'x-middleware-subrequest']) expect(seen).not.toHaveProperty(name);
  });

  it('are marked local only from a loopback socket without a sign of a proxy', async () => {
    const { get } = await openServer((request, response) =>
      response.end(`local=${request.headers['x-landfall-local']}`),
    );
    expect(await get('/', ours)).toContain('local=1');
    for (const header of ['X-Forwarded-For: 127.0.0.1', 'Via: 1.1 x', 'Forwarded: for=x', 'X-Real-IP: 127.0.0.1']) {
      expect(await get('/', ours, header, 'X-Landfall-Local: 1')).toContain('local=undefined');
    }
  });

  it('get their address from the trusted proxy, also when the header is sent twice', async () => {
    let seen: unknown;
    const { get } = await openServer((request, response) => {
      seen = request.headers['x-forwarded-for'];
      response.end();
    }, 1);
    await get('/', ours, 'X-Forwarded-For: 6.6.6.6', 'X-Forwarded-For: 203.0.113.9');
    expect(seen).toBe('203.0.113.9');
  });

  it('are refused before the handler for a foreign host, two hosts, no path or a path that is too long', async () => {
    let reached = 0;
    const { get, raw } = await openServer((_request, response) => {
      reached += 1;
      response.end();
    });
    expect(await get('/', 'Host: evil.example')).toMatch(/^HTTP\/1\.1 421 /);
    expect(await get('/', ours, 'Host: evil.example')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await get('http://evil.example/', ours)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await get(`/${'a'.repeat(9000)}`, ours)).toMatch(/^HTTP\/1\.1 414 /);
    expect(await get('/', ours, `X-Long: ${'a'.repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await get('/')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw('not http at all\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    // Two lengths of one body, with which a request could be hidden from a proxy.
    const lengths = 'Content-Length: 6\r\nTransfer-Encoding: chunked';
    expect(await raw(`POST / HTTP/1.1\r\n${ours}\r\n${lengths}\r\n\r\n0\r\n\r\nG`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(reached).toBe(0);
  });
});

it('serves metrics under another name only with Authorization', async () => {
  const { get } = await openServer((_request, response) => response.end());
  expect(await get('/api/metrics', 'Host: landfall-1:3000')).toMatch(/^HTTP\/1\.1 421 /);
  expect(await get('/api/metrics', 'Host: landfall-1:3000', 'Authorization: Bearer x')).toMatch(/^HTTP\/1\.1 200 /);
});

describe('errors of Next below /api', () => {
  it.each([
    ['a page', 404, 'not_found', { 'content-type': 'text/html', 'content-encoding': 'gzip' }],
    ['nothing', 405, 'method_not_allowed', {}],
  ] as const)('become problem documents: %s', async (what, status, type, headers) => {
    const handle: Handle = (_request, response) => {
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (what === 'nothing') return response.end();
      // As Next sends a stream.
      response.flushHeaders();
      response.write('<html>', () => response.end('</html>'));
    };
    const { get } = await openServer(handle, 0, { allowedMethods: (path) => `GET of ${path}` });
    const received = await get('/api/no-such-route?a=1', ours);
    const [head = '', body = ''] = received.split('\r\n\r\n');
    expect(/^allow: (.*)$/im.exec(head)?.[1]).toBe(status === 405 ? 'GET of /api/no-such-route' : undefined);
    expect(head).toMatch(/content-type: application\/problem\+json/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(head).not.toMatch(/gzip|text\/html/);
    expect(problemSchema.parse(JSON.parse(body))).toMatchObject({ status, type: `urn:landfall:problem:${type}` });
    expect(await get('/no-such-page', ours)).not.toContain('problem');
  });

  it('leaves other responses and our own documents as they are', async () => {
    const { get } = await openServer((request, response) => {
      const own = request.url === '/api/own';
      // As Next does for route handlers.
      if (own) response.appendHeader('content-type', ['application/problem+json']);
      response.writeHead(own ? 404 : 200);
      response.write('as ');
      response.end('it is');
    });
    for (const path of ['/api/own', '/api/other']) expect(await get(path, ours)).toContain('it is');
  });
});

describe('pages that fail', () => {
  const outageResponse = () => ({
    status: 503,
    headers: { 'content-type': 'text/html', 'retry-after': '5' },
    body: 'later',
  });
  const failing =
    (databaseFailed: boolean): Handle =>
    (_request, response) => {
      Object.assign(currentContext().request ?? {}, { databaseFailed, outageResponse });
      response.statusCode = 500;
      response.setHeader('content-encoding', 'gzip');
      response.write('<html>');
      response.end('</html>');
    };

  it('are answered with 503 and the page for it if a statement did not reach the database', async () => {
    const { get } = await openServer(failing(true));
    const [head = '', body] = (await get('/imports', ours)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toMatch(/retry-after: 5/i);
    expect(head).not.toMatch(/gzip/);
    expect(body).toBe('later');
  });

  it('are answered with 500 for every other reason', async () => {
    const { get } = await openServer(failing(false));
    const received = await get('/imports', ours);
    expect(received).toMatch(/^HTTP\/1\.1 500 /);
    expect(received).toContain('<html>');
  });

  it('keep their response if they need no database after all', async () => {
    const { get } = await openServer((_request, response) => {
      Object.assign(currentContext().request ?? {}, { databaseFailed: true, outageResponse });
      response.end('rendered');
    });
    expect(await get('/imports', ours)).toMatch(/^HTTP\/1\.1 200 [^]*rendered/);
  });
});

describe('requests that Next would fail on', () => {
  const broken: [string, string, number][] = [
    ['GET', '/imports/%ff', 400],
    ['GET', '/api/imports/%ff', 400],
    ['GET', '/api/imports/%', 400],
    ['GET', '/m/%zz', 400],
    ['GET', '/m/%c0%af', 400],
    ['GET', '/start/%ed%a0%80', 400],
    ['GET', '/api/staff/%00', 400],
    ['GET', '/imports?username=a%00b', 400],
    ['GET', '/x/%2e%2E/api/health', 400],
    ['POST', '/api/../imports', 400],
    ['GET', '/imports/.', 400],
    ['TRACE', '/', 405],
    ['TRACE', '/api/imports', 405],
    ['PROPFIND', '/api/imports', 405],
    ['CONNECT', '/', 405],
    ['POST', '/sign-in', 405],
    ['MADE-UP', '/', 400],
  ];
  it.each(broken)('%s %s is answered here with %d', async (method, path, status) => {
    let reached = 0;
    const { raw } = await openServer((_request, response) => {
      reached += 1;
      response.end();
    });
    const received = await raw(`${method} ${path} HTTP/1.1\r\n${ours}\r\nConnection: close\r\n\r\n`);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(/\r\nAllow: GET, HEAD/.test(received)).toBe(status === 405);
    if (path.startsWith('/api/')) {
      const problem = problemSchema.parse(JSON.parse(received.slice(received.indexOf('\r\n\r\n'))));
      expect(problem.status).toBe(status);
      expect(received).toContain('Content-Type: application/problem+json');
      expect(received).toContain(`X-Request-Id: ${problem.requestId}`);
    } else {
      const [, id = 'none'] = /\r\nX-Request-Id: ([\w-]{36})\r\n/.exec(received) ?? [];
      expect(received).toMatch(new RegExp(`\\. Reference: ${id}\n$`));
    }
    expect(reached).toBe(0);
  });

  it('names the query field with a NUL character', async () => {
    const { get } = await openServer((_request, response) => response.end());
    expect(await get('/imports?q=1&username=%00', ours)).toContain('The query field username contains a NUL character');
  });

  it.each(['/imports/%E2%82%AC%2F%25', '/api/imports?q=%ff', '/m/a..b?x=%2500'])('passes on %s', async (path) => {
    const { get } = await openServer((request, response) => response.end(request.url));
    expect(await get(path, ours)).toContain(path);
  });
});

describe('responses', () => {
  const cases: [string, (request: IncomingMessage, response: ServerResponse) => unknown, string[], string][] = [
    ['handler', (_request, response) => response.end('ok'), ['/', ours], '200'],
    ['handler that throws', () => Promise.reject(new Error('planted')), ['/', ours], '500'],
    ['refused request', () => undefined, ['/', 'Host: evil.example'], '421'],
    ['redirect', () => undefined, ['/', 'Host: 127.0.0.1:3000'], '307'],
    ['malformed HTTP', () => undefined, ['/ HTTP/9 \u0000', ours], '400'],
  ];
  it.each(cases)('have the security headers and name no software: %s', async (_name, handle, request, status) => {
    const { get } = await openServer(handle);
    const [path = '/', ...headers] = request;
    const received = await get(path, ...headers);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'permissions-policy',
      'x-robots-tag',
    ]) {
      expect(received.toLowerCase()).toContain(`\r\n${name}: `);
    }
    expect(received).toContain('Strict-Transport-Security');
    expect(received).not.toContain('planted');
  });

  const own = "default-src 'self'";
  const handlers: [string, (response: ServerResponse) => void][] = [
    ['setHeader', (response) => void response.setHeader('content-security-policy', own).end()],
    ['writeHead', (response) => void response.writeHead(200, { 'content-security-policy': own }).end()],
    ['writeHead with a list', (response) => void response.writeHead(200, ['Content-Security-Policy', own]).end()],
    [
      'setHeader only if it is missing, as Next does',
      (response) => {
        if (!response.hasHeader('Content-Security-Policy')) response.setHeader('Content-Security-Policy', own);
        response.write('streamed');
        response.end();
      },
    ],
  ];
  it.each(handlers)('keep headers that the handler set by %s', async (_name, respond) => {
    const { get } = await openServer((_request, response) => respond(response));
    const received = await get('/', ours);
    expect(received.match(/content-security-policy: .*/gi)).toEqual([
      expect.stringMatching(/^content-security-policy: default-src 'self'\r?$/i),
    ]);
    expect(received).toContain('X-Content-Type-Options: nosniff');
  });
});

it('reports errors to the console of that moment, which may be replaced after the server was created', async () => {
  const broken = new Error('broken');
  const { get } = await openServer(() => Promise.reject(broken), 0, {});
  const reported: unknown[] = [];
  const { error } = console;
  console.error = (...args: unknown[]) => void reported.push(...args);
  try {
    expect(await get('/', ours)).toContain('500 Internal Server Error');
  } finally {
    console.error = error;
  }
  expect(reported).toEqual([broken]);
});
