import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../core/testing/eventually';
import { systemClock } from '../../core/clock';
import type { RequestBudget } from '../../core/request-budget';
import { localhostCertificate } from '../testing/localhost-certificate';
import { createDeadlineClock, openClient } from '../testing/open-client';
import { httpResponse, startRawServer } from '../testing/start-raw-server';
import { failureOf, testClient, testServer } from '../testing/test-client';

const until = (holds: () => boolean) => vi.waitUntil(holds, eventually);
const live = { environment: 'live', lane: 'people', person: null } as const;
const head = (status: number, length: number) => `HTTP/1.1 ${status} X\r\ncontent-length: ${length}\r\n\r\n`;

describe('POST outcomes', () => {
  it.each<
    [
      string,
      Parameters<typeof startRawServer>[0],
      { code: string; workDone: string; upstreamStatus?: number; userMessage?: unknown },
    ]
  >([
    [
      'reset after the request',
      { onRequest: (s) => s.resetAndDestroy() },
      { code: 'service_unreachable', workDone: 'maybe' },
    ],
    ['closed without an answer', { onRequest: (s) => s.end() }, { code: 'service_unreachable', workDone: 'maybe' }],
    ['never answered', { onRequest: () => undefined }, { code: 'service_timed_out', workDone: 'maybe' }],
    ['half a head', { onRequest: (s) => s.end('HTTP/1.1 200 O') }, { code: 'service_unreachable', workDone: 'maybe' }],
    ['no HTTP', { onRequest: (s) => s.end('hello\r\n\r\n') }, { code: 'service_unreachable', workDone: 'maybe' }],
    [
      'a 200 cut short',
      { onRequest: (s) => s.end(`${head(200, 50)}{"ok":`) },
      { code: 'service_unreadable', workDone: 'maybe', upstreamStatus: 200 },
    ],
    [
      'a 200 reset in its body',
      { onRequest: (s) => s.write(`${head(200, 50)}{"ok":`, () => s.resetAndDestroy()) },
      { code: 'service_unreadable', workDone: 'maybe', upstreamStatus: 200 },
    ],
    [
      'a 200 whose body never ends',
      { onRequest: (s) => s.write(`${head(200, 50)}{"ok":`) },
      { code: 'service_timed_out', workDone: 'maybe', upstreamStatus: 200 },
    ],
    [
      'a chunked 200 cut short',
      { onRequest: (s) => s.end('HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n') },
      { code: 'service_unreadable', workDone: 'maybe', upstreamStatus: 200 },
    ],
    [
      'a compressed 200',
      { onRequest: (s) => s.end(httpResponse(200, 'x', { 'content-encoding': 'gzip' })) },
      { code: 'service_unreadable', workDone: 'maybe', upstreamStatus: 200 },
    ],
    [
      'a redirect',
      { onRequest: (s) => s.end(httpResponse(302, '', { location: '/api/v2.1/tools' })) },
      {
        ...{ code: 'service_unreadable', workDone: 'maybe', upstreamStatus: 302 },
        userMessage: expect.stringContaining('An admin has to check its address under Settings > Connection.'),
      },
    ],
    [
      'a 500',
      { onRequest: (s) => s.end(httpResponse(500, '{"error":"x"}')) },
      {
        ...{ code: 'service_failed', workDone: 'maybe', upstreamStatus: 500 },
        userMessage:
          'The migration service reported an error (status 500). We do not know whether it carried out the request.',
      },
    ],
    [
      'a 503 page',
      { onRequest: (s) => s.end(httpResponse(503, '<html>')) },
      { code: 'service_failed', workDone: 'maybe', upstreamStatus: 503 },
    ],
    [
      'a 404',
      { onRequest: (s) => s.end(httpResponse(404)) },
      { code: 'service_not_found', workDone: 'no', upstreamStatus: 404 },
    ],
    [
      'a 404 cut short',
      { onRequest: (s) => s.end(`${head(404, 50)}{"er`) },
      { code: 'service_not_found', workDone: 'no', upstreamStatus: 404 },
    ],
    [
      'a 400',
      { onRequest: (s) => s.end(httpResponse(400, '{"error":"no"}')) },
      { code: 'service_bad_request', workDone: 'no', upstreamStatus: 400 },
    ],
    [
      'a 409',
      { onRequest: (s) => s.end(httpResponse(409, 'already accepted')) },
      { code: 'service_bad_request', workDone: 'no', upstreamStatus: 409 },
    ],
    [
      'a 401',
      { onRequest: (s) => s.end(httpResponse(401)) },
      { code: 'service_unauthorized', workDone: 'no', upstreamStatus: 401 },
    ],
    [
      'a 403',
      { onRequest: (s) => s.end(httpResponse(403)) },
      { code: 'service_unauthorized', workDone: 'no', upstreamStatus: 403 },
    ],
    [
      'a 422',
      { onRequest: (s) => s.end(httpResponse(422, '[]')) },
      { code: 'service_invalid', workDone: 'no', upstreamStatus: 422 },
    ],
    [
      'a 429',
      { onRequest: (s) => s.end(httpResponse(429)) },
      { code: 'service_rate_limited', workDone: 'no', upstreamStatus: 429 },
    ],
  ])('%s', async (_, behavior, expected) => {
    const raw = await testServer(behavior);
    const clock = createDeadlineClock();
    let heads = 0;
    const onHead = () => (heads += 1);
    subscribe('undici:request:headers', onHead);
    onTestFinished(() => void unsubscribe('undici:request:headers', onHead));
    const sent = failureOf(testClient({ url: raw.url, clock }).acceptPayment({ ...live, id: '5', deadlineMs: 20_000 }));
    if (expected.code === 'service_timed_out') {
      await until(() => raw.requests.length === 1 && heads === (expected.upstreamStatus ? 1 : 0));
      await clock.advance(20_000);
    }
    const error = await sent;
    expect(error).toMatchObject(expected);
    expect(error.userMessage.endsWith('We do not know whether it carried out the request.')).toBe(
      expected.workDone === 'maybe',
    );
    // Sent only once.
    expect(raw.connections()).toBe(1);
    expect(raw.requests.length).toBeLessThanOrEqual(1);
  });

  it.each<[string, string]>([
    ['an empty 200', httpResponse(200)],
    ['a 204', 'HTTP/1.1 204 X\r\n\r\n'],
    ['a 200 with a page', httpResponse(200, '<html>thank you')],
    ['a 200 with broken JSON', httpResponse(200, '{"a":')],
    ['a 202', httpResponse(202, '{"queued":true}')],
  ])('confirms %s', async (_, answer) => {
    const raw = await testServer({ onRequest: (socket) => socket.end(answer) });
    const { value, status } = await testClient({ url: raw.url }).rejectPayment({ ...live, id: '5' });
    expect([value, status]).toEqual([null, Number(answer.slice(9, 12))]);
    expect(raw.requests).toHaveLength(1);
    expect(raw.requests[0]).toMatch(/^POST \/api\/v2\.1\/imports\/5\/payment\/reject HTTP\/1\.1\r\n/);
    expect(raw.requests[0]?.toLowerCase()).toContain('content-length: 0\r\n');
  });

  it('reports a reset connection as "maybe" only if bytes were written', async () => {
    const raw = await testServer({ onConnection: (socket) => socket.resetAndDestroy() });
    const error = await failureOf(testClient({ url: raw.url }).acceptPayment({ ...live, id: '5' }));
    // The network decides which comes first.
    expect(error.code).toBe('service_unreachable');
    expect(error.userMessage.endsWith('We do not know whether it carried out the request.')).toBe(
      error.workDone === 'maybe',
    );
    expect(raw.connections()).toBe(1);
  });

  it('reports a refused connection, an unknown host, an untrusted certificate and a server without TLS as not sent', async () => {
    const gone = await startRawServer({});
    await gone.close();
    const tls = createTlsServer(localhostCertificate, (_, response) => response.end());
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    onTestFinished(() => new Promise((resolve) => tls.close(() => resolve())));
    const { port } = tls.address() as AddressInfo;

    const plain = await startRawServer({ onConnection: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') });
    onTestFinished(() => plain.close());
    for (const [url, message] of [
      [gone.url, 'it refuses connections'],
      ['http://landfall-test.invalid/api/v2.1', 'its name is not known'],
      [`https://127.0.0.1:${port}/api/v2.1`, 'its certificate is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
      [plain.url.replace('http:', 'https:'), 'no TLS connection could be made (ERR_SSL_'],
    ] as const) {
      const error = await failureOf(testClient({ url }).acceptPayment({ ...live, id: '5' }));
      expect(error).toMatchObject({ code: 'service_unreachable', workDone: 'no' });
      expect(error.userMessage).toContain(message);
    }
    const trusting = testClient({
      url: `https://localhost:${port}/api/v2.1`,
      connect: { ca: localhostCertificate.cert },
    });
    expect((await trusting.acceptPayment({ ...live, id: '5' })).status).toBe(200);
  });

  it('reports a TLS handshake that never ends as not sent', async () => {
    const greeted: Socket[] = [];
    const silent = createServer((socket) => socket.once('data', () => greeted.push(socket)));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => new Promise((resolve) => silent.close(() => resolve())));
    const { port } = silent.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}/api/v2.1`;
    const clock = createDeadlineClock();
    const sent = failureOf(testClient({ url, clock }).acceptPayment({ ...live, id: '5' }));
    await until(() => greeted.length === 1);
    await clock.advance(30_000);
    // The client waits for its connection to fail.
    greeted[0]?.destroy();
    expect(await sent).toMatchObject({ code: 'service_timed_out', workDone: 'no' });
  });

  it('does not reuse a connection that the service has closed', async () => {
    // Announces keep-alive but closes after one response: a second request on it would be lost.
    const raw = await testServer({
      onRequest: (socket) => {
        socket.write(httpResponse(200, '[]', { connection: 'keep-alive' }), () => setImmediate(() => socket.destroy()));
      },
    });
    const opened = testClient({ url: raw.url });
    for (let round = 0; round < 5; round += 1) {
      await opened.listImports({ ...live, username: 'ada' });
      expect((await opened.acceptPayment({ ...live, id: '5' })).status).toBe(200);
    }
    expect(raw.requests.filter((request) => request.startsWith('POST'))).toHaveLength(5);
  });

  it('counts the wait for the budget and sends nothing after the deadline', async () => {
    const raw = await testServer({ onRequest: (socket) => socket.end(httpResponse(200)) });
    let waiting = 0;
    const never: RequestBudget = {
      take: (_, signal) => {
        waiting += 1;
        return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      pause: async () => undefined,
    };
    const clock = createDeadlineClock();
    const opened = testClient({ url: raw.url, requestBudget: never, clock });
    const late = failureOf(opened.acceptPayment({ ...live, id: '5' }));
    await until(() => waiting === 1);
    await clock.advance(30_000);
    expect(await late).toMatchObject({ code: 'service_timed_out', workDone: 'no' });
    const giveUp = new AbortController();
    const given = failureOf(opened.acceptPayment({ ...live, id: '5', signal: giveUp.signal }));
    giveUp.abort(new Error('the page was left'));
    expect(await given).toMatchObject({ code: 'service_timed_out', workDone: 'no' });
    expect(raw.connections()).toBe(0);
  });

  it('sends nothing after the process was suspended while it waited for the budget', async () => {
    const raw = await testServer({ onRequest: (socket) => socket.end(httpResponse(200)) });
    let suspendedMs = 0;
    const clock = { ...systemClock, now: () => new Date(Date.now() + suspendedMs) };
    // Its timer runs before the one of the deadline.
    const requestBudget: RequestBudget = {
      take: async () => void (suspendedMs = 60_000),
      pause: async () => undefined,
    };
    const sent = failureOf(testClient({ url: raw.url, requestBudget, clock }).acceptPayment({ ...live, id: '5' }));
    expect(await sent).toMatchObject({ code: 'service_timed_out', workDone: 'no' });
    expect(raw.connections()).toBe(0);
  });

  it('pauses the budget after a 429 and reports the 429 even if pausing fails', async () => {
    const raw = await testServer({ onRequest: (socket) => socket.end(httpResponse(429, '', { 'retry-after': '7' })) });
    const paused: number[] = [];
    const requestBudget: RequestBudget = {
      take: async () => undefined,
      pause: (ms) => {
        paused.push(ms);
        return Promise.reject(new Error('no database'));
      },
    };
    const error = await failureOf(testClient({ url: raw.url, requestBudget }).acceptPayment({ ...live, id: '5' }));
    expect(error).toMatchObject({ code: 'service_rate_limited', workDone: 'no', retryAfterS: 7 });
    expect(paused).toEqual([7_000]);
    expect(raw.requests).toHaveLength(1);
  });

  it('sends nothing when the budget fails', async () => {
    const raw = await testServer({});
    const broken: RequestBudget = {
      take: () => Promise.reject(new Error('no database')),
      pause: async () => undefined,
    };
    const error = await failureOf(
      testClient({ url: raw.url, requestBudget: broken }).acceptPayment({ ...live, id: '5' }),
    );
    expect(error).toMatchObject({ code: 'database_unavailable', workDone: 'no' });
    expect(raw.connections()).toBe(0);
  });

  it('does not abort a sent decision when the caller leaves', async () => {
    const giveUp = new AbortController();
    const raw = await testServer({
      onRequest: (socket) => {
        giveUp.abort();
        setImmediate(() => socket.end(httpResponse(200)));
      },
    });
    const answer = await testClient({ url: raw.url }).acceptPayment({ ...live, id: '5', signal: giveUp.signal });
    expect(answer.status).toBe(200);
  });

  it('waits for sent requests on close', async () => {
    let answer: (() => void) | undefined;
    const raw = await testServer({
      onRequest: (socket) => {
        answer = () => socket.end(httpResponse(200));
      },
    });
    const opened = openClient({ url: raw.url });
    const accepted = opened.acceptPayment({ ...live, id: '5' });
    await until(() => answer !== undefined);
    const closed = opened.close();
    expect(await failureOf(opened.acceptPayment({ ...live, id: '6' }))).toMatchObject({ workDone: 'no' });
    answer?.();
    expect((await accepted).status).toBe(200);
    await closed;
  });
});

describe('creation', () => {
  const fields = { source_tool: 'Zen Desk', destination_token: 'very-secret-token', destination_username: 'ada' };

  it('sends the fields as JSON and reads id and redirect URL', async () => {
    const raw = await testServer({
      onRequest: (socket) => socket.end(httpResponse(201, '{"id":7,"redirect_url":"https://service.example/go"}')),
    });
    const answer = await testClient({ url: raw.url }).createImport({ ...live, fields });
    expect(answer).toMatchObject({
      status: 201,
      missing: [],
      value: { id: '7', redirectUrl: 'https://service.example/go' },
    });
    const [request = ''] = raw.requests;
    expect(JSON.parse(request.slice(request.indexOf('\r\n\r\n')))).toEqual(fields);
  });

  it.each<[string, string, string[]]>([
    ['empty', '', ['the creation answer has no redirect URL; it is empty']],
    ['not JSON', '<html>', ['the creation answer has no redirect URL; it is empty']],
    ['without the URL', '{"state":"x"}', ['the creation answer has no redirect URL; it has the field state']],
  ])('reads the id from Location when the creation response is %s', async (_, body, missing) => {
    const raw = await testServer({
      onRequest: (socket) => socket.end(httpResponse(201, body, { location: '/api/v2.1/imports/a%2Fb' })),
    });
    const opened = testClient({ url: raw.url });
    const answer = await opened.createImport({ ...live, fields });
    expect(answer).toMatchObject({ raw: body, value: { id: 'a/b', redirectUrl: null }, missing });
    expect(opened.events.at(-1)?.missing).toEqual(['created.redirectUrl']);
  });

  it('keeps echoed secrets out of errors, events and logs', async () => {
    const echo = JSON.stringify({
      errors: [{ field: 'destination_token', message: 'very-secret-token is wrong', value: 'very-secret-token' }],
      request: {
        headers: { authorization: `Basic ${Buffer.from('test-token:X').toString('base64')}` },
        token: 'test-token',
      },
    });
    const raw = await testServer({ onRequest: (socket) => socket.end(httpResponse(422, echo)) });
    const opened = testClient({ url: raw.url });
    const error = await failureOf(opened.createImport({ ...live, fields }));
    expect(error).toMatchObject({ code: 'service_invalid', workDone: 'no' });
    expect(error.errors[0]).toEqual({ field: 'destination_token', message: '[secret] is wrong (value: [secret])' });
    const everything = JSON.stringify([
      error.errors,
      error.userMessage,
      error.message,
      String(error.cause),
      opened.events,
      opened.logged,
    ]);
    for (const secret of ['very-secret-token', 'test-token', Buffer.from('test-token:X').toString('base64')])
      expect(everything).not.toContain(secret);
  });
});
