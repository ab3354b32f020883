import type { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../core/testing/manual-clock';
import { eventually } from '../../core/testing/eventually';
import type { RequestBudget, Lane } from '../../core/request-budget';
import { createDeadlineClock } from '../testing/open-client';
import { httpResponse } from '../testing/start-raw-server';
import { answeringServer, failureOf, testClient } from '../testing/test-client';

const until = (holds: () => boolean | Promise<boolean>) => vi.waitUntil(holds, eventually);
const live = { environment: 'live', lane: 'people', person: null } as const;
const done = httpResponse(200, '{"id":"5","status":"Migration completed","family":"CRM"}');

describe('requests', () => {
  it.each<[string, string]>([
    ['ada+test@example.com', 'ada%2Btest%40example.com'],
    ['a/b?c#d&e=f', 'a%2Fb%3Fc%23d%26e%3Df'],
    ['100% sure', '100%25%20sure'],
    ['Zoë Ångström 🚢', encodeURIComponent('Zoë Ångström 🚢')],
    ['\ud800half', '%EF%BF%BDhalf'],
    ['x'.repeat(1_000), 'x'.repeat(1_000)],
  ])('encodes username %j', async (username, encoded) => {
    const raw = await answeringServer((socket) => socket.write(httpResponse(200, '[]')));
    await testClient({ url: raw.url }).listImports({ ...live, username });
    expect(raw.requests[0]?.split('\r\n')[0]).toBe(`GET /api/v2.1/imports?destination_username=${encoded} HTTP/1.1`);
    const arrived = new URL(raw.requests[0]?.split(' ')[1] ?? '', raw.url).searchParams.get('destination_username');
    expect(arrived).toBe(username.toWellFormed());
  });

  it.each<[string, string]>([
    ['12', '12'],
    ['a/b', 'a%2Fb'],
    ['..', '%2E%2E'],
    ['a?b#c%d e+f', 'a%3Fb%23c%25d%20e%2Bf'],
    ['дом', encodeURIComponent('дом')],
  ])('encodes identifier %j as one path segment', async (id, encoded) => {
    const raw = await answeringServer((socket) => socket.write(done));
    await testClient({ url: raw.url }).readImport({ ...live, id });
    expect(raw.requests[0]?.split('\r\n')[0]).toBe(`GET /api/v2.1/imports/${encoded} HTTP/1.1`);
  });

  it('sends no request for an invalid identifier', async () => {
    const raw = await answeringServer((socket) => socket.write(done));
    for (const id of ['', 'a\u0000b', 'x'.repeat(1_001)])
      expect(await failureOf(testClient({ url: raw.url }).readImport({ ...live, id }))).toMatchObject({
        code: 'service_not_found',
      });
    expect(raw.connections()).toBe(0);
  });

  it('sends Basic credentials, and each environment uses only its own address', async () => {
    const raw = await answeringServer((socket) => socket.write(httpResponse(200, '[]')));
    const opened = testClient({ url: raw.url, token: 'tökén', password: 'pw' });
    await opened.listTools({ ...live, family: 'Help desk' });
    await opened.listTools({ environment: 'sandbox', lane: 'people', person: null });
    expect(raw.requests.map((request) => request.split('\r\n')[0])).toEqual([
      'GET /api/v2.1/tools?family=Help%20desk HTTP/1.1',
      'GET /api/sandbox/tools HTTP/1.1',
    ]);
    expect(raw.requests[0]).toContain(`authorization: Basic ${Buffer.from('tökén:pw').toString('base64')}\r\n`);
  });

  it('reuses connections', async () => {
    const raw = await answeringServer((socket) => socket.write(done));
    const opened = testClient({ url: raw.url });
    for (let n = 0; n < 10; n += 1) await opened.readImport({ ...live, id: String(n) });
    // The second request may start before the first connection is free again.
    expect(raw.connections()).toBeLessThanOrEqual(2);
  });

  it('does not use the budget for the sandbox', async () => {
    const raw = await answeringServer((socket) => socket.write(httpResponse(200, '[]')));
    const taken: Lane[] = [];
    const requestBudget: RequestBudget = {
      take: async ({ lane }) => void taken.push(lane),
      pause: async () => undefined,
    };
    const opened = testClient({ url: raw.url, requestBudget });
    await opened.listTools({ environment: 'sandbox', lane: 'people', person: null });
    await opened.createImport({ environment: 'sandbox', lane: 'people', person: null, fields: { source_tool: 'x' } });
    expect(taken).toEqual([]);
    await opened.listTools({ environment: 'live', lane: 'poller', person: null });
    expect(taken).toEqual(['poller']);
  });
});

describe('retries', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['a 500', (socket) => socket.write(httpResponse(500))],
    ['a 503 page', (socket) => socket.write(httpResponse(503, '<html>'))],
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['a close', (socket) => socket.end()],
    ['a 429', (socket) => socket.write(httpResponse(429))],
    ['a body cut short', (socket) => socket.end('HTTP/1.1 200 X\r\ncontent-length: 99\r\n\r\n{"id"')],
    ['half the JSON sent as if it were whole', (socket) => socket.write(httpResponse(200, '{"id": 5, "sta'))],
    ['an empty body', (socket) => socket.write(httpResponse(200))],
  ])('recovers from %s', async (_, misbehave) => {
    const raw = await answeringServer((socket, __, index) => (index < 2 ? misbehave(socket) : socket.write(done)));
    const opened = testClient({ url: raw.url });
    expect((await opened.readImport({ ...live, id: '5' })).value.status).toBe('Migration completed');
    expect(raw.requests).toHaveLength(3);
    expect(opened.events.map(({ attempt, outcome }) => [attempt, outcome === 'ok'])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it.each([400, 401, 403, 404, 410, 422, 301, 304])('does not retry after %i', async (status) => {
    const raw = await answeringServer((socket) =>
      socket.write(httpResponse(status, '', { location: 'http://127.0.0.1:1/' })),
    );
    expect(await failureOf(testClient({ url: raw.url }).readImport({ ...live, id: '5' }))).toMatchObject({
      upstreamStatus: status,
      workDone: 'no',
    });
    expect(raw.requests).toHaveLength(1);
  });

  it('stops after four attempts with the last error', async () => {
    const raw = await answeringServer((socket) => socket.write(httpResponse(502)));
    expect(await failureOf(testClient({ url: raw.url }).readImport({ ...live, id: '5' }))).toMatchObject({
      code: 'service_failed',
      userMessage: 'The migration service reported an error (status 502). Try again in a few minutes.',
    });
    expect(raw.requests).toHaveLength(4);
  });

  it('pauses the budget for Retry-After, then retries', async () => {
    const raw = await answeringServer((socket, _, index) =>
      socket.write(index === 0 ? httpResponse(429, '', { 'retry-after': '3' }) : done),
    );
    const slept: number[] = [];
    const paused: number[] = [];
    const manual = createManualClock();
    const clock = {
      ...manual,
      sleep: (ms: number, signal?: AbortSignal) =>
        ms === 10_000 ? manual.sleep(ms, signal) : (slept.push(ms), Promise.resolve()),
    };
    const requestBudget: RequestBudget = { take: async () => undefined, pause: async (ms) => void paused.push(ms) };
    await testClient({ url: raw.url, clock, requestBudget }).readImport({ ...live, id: '5' });
    expect([slept, paused]).toEqual([[3_000], [3_000]]);
  });

  it('does not wait for a Retry-After beyond its deadline', async () => {
    const clock = createDeadlineClock();
    const at = new Date(clock.now().getTime() + 120_000).toUTCString();
    const raw = await answeringServer((socket) => socket.write(httpResponse(429, '', { 'retry-after': at })));
    const error = await failureOf(testClient({ url: raw.url, clock }).readImport({ ...live, id: '5' }));
    expect(error).toMatchObject({ code: 'service_rate_limited', retryAfterS: 120 });
    expect(raw.requests).toHaveLength(1);
  });

  it('ends at its deadline', async () => {
    const raw = await answeringServer(() => undefined);
    const clock = createDeadlineClock();
    const call = failureOf(testClient({ url: raw.url, clock }).readImport({ ...live, id: '5', deadlineMs: 2_500 }));
    await until(() => raw.requests.length === 1);
    await clock.advance(2_500);
    expect(await call).toMatchObject({
      code: 'service_timed_out',
      userMessage: 'The migration service did not reply within 2.5 s.',
    });
  });
});

describe('answers', () => {
  it('rejects a body over 16 MB while it streams in', async () => {
    let written = 0;
    const chunk = Buffer.alloc(256 * 1024, ' ');
    const raw = await answeringServer((socket) => {
      socket.write('HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n');
      const pour = () => {
        while (!socket.destroyed && written < 200e6) {
          written += chunk.length;
          if (!socket.write(Buffer.concat([Buffer.from('40000\r\n'), chunk, Buffer.from('\r\n')]))) return;
        }
      };
      socket.on('drain', pour);
      pour();
    });
    const error = await failureOf(testClient({ url: raw.url }).readImport({ ...live, id: '5' }));
    expect(error.userMessage).toBe('The migration service’s reply is too large (more than 16 MB).');
    expect(written).toBeLessThan(48 * 1024 * 1024);
    expect(raw.requests).toHaveLength(1);
  });

  it('reads 10,000 entries and 10 MB of spaces', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({ id: n, status: 'In preparation' }));
    const raw = await answeringServer((socket) =>
      socket.write(httpResponse(200, `${' '.repeat(10_000_000)}${JSON.stringify(many)}`)),
    );
    const { value } = await testClient({ url: raw.url }).listImports({ ...live, username: 'ada' });
    expect(value).toHaveLength(10_000);
    expect(value[9_999]).toEqual({ id: '9999', status: 'In preparation' });
  });

  it('returns the raw text, the times and missing facts', async () => {
    const raw = await answeringServer((socket) => socket.write(httpResponse(200, '{"id":5,"state":"x"}')));
    const opened = testClient({ url: raw.url });
    const answer = await opened.readImport({ ...live, id: '5' });
    expect(answer.raw).toBe('{"id":5,"state":"x"}');
    expect(answer.missing).toEqual(["the import's answer has no family; it has the fields id, state"]);
    expect(answer.sentAt.getTime()).toBeLessThanOrEqual(answer.receivedAt.getTime());
    expect(opened.events[0]).toMatchObject({
      operation: 'readImport',
      lane: 'people',
      outcome: 'ok',
      status: 200,
      missing: ['detailed.family'],
    });
  });

  it('does not read an object without a list as an empty list', async () => {
    const raw = await answeringServer((socket) => socket.write(httpResponse(200, '{"error":"try later"}')));
    const error = await failureOf(testClient({ url: raw.url }).listImports({ ...live, username: 'ada' }));
    expect(error).toMatchObject({ code: 'service_unreadable', upstreamStatus: 200 });
    expect(error.userMessage).toContain('it has the field error');
  });

  it('decodes the declared charset', async () => {
    const body = Buffer.from('{"id":5,"status":"Größe"}', 'latin1');
    const raw = await answeringServer((socket) => {
      socket.write(
        `HTTP/1.1 200 X\r\ncontent-type: application/json; charset=ISO-8859-1\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
    });
    expect((await testClient({ url: raw.url }).readImport({ ...live, id: '5' })).value.status).toBe('Größe');
  });
});

describe('concurrent equal requests', () => {
  /** Responds when the test calls it. */
  async function slowServer() {
    const waiting: (() => void)[] = [];
    const closed: number[] = [];
    const raw = await answeringServer((socket, _, index) => {
      socket.on('close', () => closed.push(index));
      waiting.push(() => socket.write(done));
    });
    return { raw, waiting, closed };
  }

  it('sends one request for ten callers', async () => {
    const { raw, waiting } = await slowServer();
    const opened = testClient({ url: raw.url });
    const calls = Array.from({ length: 10 }, () => opened.readImport({ ...live, id: '5' }));
    const other = opened.readImport({ ...live, id: '6' });
    await until(() => waiting.length === 2);
    for (const answer of waiting) answer();
    expect((await Promise.all([...calls, other])).every(({ value }) => value.id === '5')).toBe(true);
    expect(raw.requests).toHaveLength(2);
  });

  it('continues when one caller gives up and aborts when all have', async () => {
    const { raw, waiting, closed } = await slowServer();
    const opened = testClient({ url: raw.url });
    const giveUp = new AbortController();
    const leaver = failureOf(opened.readImport({ ...live, id: '5', signal: giveUp.signal }));
    const stayer = opened.readImport({ ...live, id: '5' });
    await until(() => waiting.length === 1);
    giveUp.abort();
    expect(await leaver).toMatchObject({ code: 'service_timed_out', workDone: 'no' });
    waiting[0]?.();
    expect((await stayer).value.id).toBe('5');

    const alone = new AbortController();
    const last = failureOf(opened.readImport({ ...live, id: '7', signal: alone.signal }));
    await until(() => waiting.length === 2);
    alone.abort();
    await last;
    await until(() => closed.includes(1));
    expect(raw.requests).toHaveLength(2);
  });

  it('applies the deadline of each caller separately', async () => {
    const { raw, waiting } = await slowServer();
    const clock = createDeadlineClock();
    const opened = testClient({ url: raw.url, clock });
    const short = failureOf(opened.readImport({ ...live, id: '5', deadlineMs: 2_000 }));
    const long = opened.readImport({ ...live, id: '5', deadlineMs: 20_000 });
    await until(() => waiting.length === 1);
    await clock.advance(2_000);
    expect(await short).toMatchObject({ code: 'service_timed_out' });
    waiting[0]?.();
    expect((await long).value.id).toBe('5');
    expect(raw.requests).toHaveLength(1);
  });

  it("moves to the people's lane when a person joins the poller's request", async () => {
    const raw = await answeringServer((socket) => socket.write(done));
    const taken: Lane[] = [];
    // The poller's lane is blocked; the people's lane is not.
    const requestBudget: RequestBudget = {
      take: ({ lane }, signal) => {
        taken.push(lane);
        if (lane === 'people') return Promise.resolve();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      pause: async () => undefined,
    };
    const opened = testClient({ url: raw.url, requestBudget });
    const poller = opened.readImport({ environment: 'live', lane: 'poller', person: null, id: '5' });
    await until(() => taken.length === 1);
    const person = opened.readImport({ ...live, id: '5' });
    expect((await person).value.id).toBe('5');
    expect((await poller).value.id).toBe('5');
    expect(taken).toEqual(['poller', 'people']);
    expect(raw.requests).toHaveLength(1);
  });

  it('uses one slot although two callers of the same request wait in different lanes', async () => {
    const raw = await answeringServer((socket) => socket.write(done));
    const waiting: { lane: Lane; signal: AbortSignal; serve: () => void }[] = [];
    const requestBudget: RequestBudget = {
      take: ({ lane }, signal, onServed) =>
        new Promise((resolve, reject) => {
          const serve = () => {
            resolve();
            onServed?.();
          };
          waiting.push({ lane, signal, serve });
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      pause: async () => undefined,
    };
    const opened = testClient({ url: raw.url, requestBudget });
    const poller = opened.readImport({ environment: 'live', lane: 'poller', person: null, id: '5' });
    const person = opened.readImport({ ...live, id: '5' });
    await until(() => waiting.length === 2);
    const used: Lane[] = [];
    for (const { lane, signal, serve } of waiting) {
      if (signal.aborted) continue;
      used.push(lane);
      serve();
    }
    expect(used).toEqual(['poller']);
    expect((await Promise.all([poller, person])).map(({ value }) => value.id)).toEqual(['5', '5']);
  });

  it('starts a new request after a decision', async () => {
    const { raw, waiting } = await slowServer();
    const opened = testClient({ url: raw.url });
    const before = opened.readImport({ ...live, id: '5' });
    await until(() => waiting.length === 1);
    const decided = opened.acceptPayment({ ...live, id: '5' });
    await until(() => waiting.length === 2);
    waiting[1]?.();
    await decided;
    const after = opened.readImport({ ...live, id: '5' });
    await until(() => waiting.length === 3);
    waiting[0]?.();
    waiting[2]?.();
    await Promise.all([before, after]);
    expect(raw.requests.filter((request) => request.startsWith('GET'))).toHaveLength(2);
  });
});

describe('an unreachable service', () => {
  it('fails at once with the start time until a probe succeeds', async () => {
    let dead = true;
    const raw = await answeringServer((socket) => (dead ? socket.resetAndDestroy() : socket.write(done)));
    const clock = createDeadlineClock();
    const opened = testClient({ url: raw.url, clock });
    for (let n = 0; n < 2; n += 1) await failureOf(opened.readImport({ ...live, id: '5' }));
    const tried = raw.requests.length;
    expect(tried).toBe(5);
    expect(opened.health('live')).toMatchObject({
      state: 'open',
      since: new Date('2026-11-12T09:00:00Z'),
      lastOkAt: null,
    });

    const refused = await failureOf(opened.readImport({ ...live, id: '5' }));
    expect(refused).toMatchObject({ code: 'service_unreachable', workDone: 'no' });
    expect(refused.userMessage).toContain('not been reachable since 09:00:00 UTC');
    expect(await failureOf(opened.acceptPayment({ ...live, id: '5' }))).toMatchObject({
      code: 'service_unreachable',
      workDone: 'no',
    });
    expect(raw.requests).toHaveLength(tried);
    expect(opened.health('sandbox').state).toBe('closed');

    // The first probe fails and doubles the open time; the second succeeds.
    await clock.advance(5_000);
    await failureOf(opened.readImport({ ...live, id: '5' }));
    expect(raw.requests).toHaveLength(tried + 1);
    await clock.advance(5_000);
    await failureOf(opened.readImport({ ...live, id: '5' }));
    expect(raw.requests).toHaveLength(tried + 1);
    dead = false;
    await clock.advance(5_000);
    expect((await opened.readImport({ ...live, id: '5' })).value.id).toBe('5');
    expect(opened.health('live')).toMatchObject({
      state: 'closed',
      since: null,
      lastOkAt: new Date('2026-11-12T09:00:15Z'),
    });
    expect(opened.health('live').lastError).toMatchObject({ code: 'service_unreachable' });
  });

  it('does not open the breaker for error responses', async () => {
    const raw = await answeringServer((socket) => socket.write(httpResponse(500)));
    const opened = testClient({ url: raw.url });
    for (let n = 0; n < 5; n += 1) await failureOf(opened.readImport({ ...live, id: '5' }));
    expect(opened.health('live')).toMatchObject({ state: 'closed', lastError: { code: 'service_failed' } });
  });
});
