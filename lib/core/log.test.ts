import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runInContext, type RequestContext } from './context.mjs';
import { LandfallError } from './errors';
import { createLog, type Log } from './log';

function captureLog(secrets: string[] = [], level = 'debug'): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog({ level, secrets, write: (line) => lines.push(line) }), lines };
}
const parse = (line: string | undefined): unknown => JSON.parse(line ?? '');

test('writes one JSON object per line with time, level, message and fields', () => {
  const { log, lines } = captureLog([], 'info');
  log.debug({}, 'below the level');
  log.warn({ count: 2 }, 'two');
  expect(lines).toHaveLength(1);
  expect(parse(lines[0])).toEqual({ level: 'warn', time: expect.any(String), count: 2, msg: 'two' });
});

test('each line names its request and route, its background job and its trace', () => {
  const { log, lines } = captureLog([], 'info');
  const request: RequestContext = { id: 'r1' };
  runInContext({ request }, () => {
    log.info({}, 'before the route is known');
    request.route = 'imports.read';
    log.info({}, 'after');
  });
  runInContext({ job: 'mail' }, () => log.info({ message: 'm' }, 'in the background'));
  log.info({}, 'outside');
  expect(lines.map(parse)).toEqual(
    [
      { requestId: 'r1', msg: 'before the route is known' },
      { requestId: 'r1', route: 'imports.read', msg: 'after' },
      { message: 'm', job: 'mail', msg: 'in the background' },
      { msg: 'outside' },
    ].map((fields) => ({ level: 'info', time: expect.any(String), ...fields })),
  );
});

describe('secrets', () => {
  test('are masked by name at every depth and in lists', () => {
    const { log, lines } = captureLog();
    log.info(
      {
        password: 'canary',
        headers: { Authorization: 'canary', cookie: 'canary' },
        attempts: [{ destination_token: 'canary' }, { redirectUrl: 'canary' }],
        a: { b: { c: { d: { e: { f: { secret: 'canary' } } } } } },
        kind: 'kept',
      },
      'facts',
    );
    expect(lines.join('')).not.toContain('canary');
    expect(lines.join('')).toContain('kept');
  });

  test('are masked by value in every encoding', () => {
    const secret = fc.string({ minLength: 4, maxLength: 40 }).filter((text) => text.trim().length >= 4);
    fc.assert(
      fc.property(secret, (value) => {
        const { log, lines } = captureLog([value]);
        const marked = `<${value}>`;
        log.error({ note: marked, nested: [marked], err: new Error(marked), [`x${value}`]: 1 }, marked);
        log.info({ url: `https://s.example/?t=<${encodeURIComponent(value)}>` }, 'asked');
        const base64 = Buffer.from(value).toString('base64');
        log.info({ base64 }, 'asked');
        const output = lines.join('');
        expect(output).not.toContain(JSON.stringify(marked).slice(1, -1));
        expect(output).not.toContain(`<${encodeURIComponent(value)}>`);
        expect(output).not.toContain(base64);
      }),
      { numRuns: 300 },
    );
  });

  test('masks authorization credentials in any text', () => {
    const { log, lines } = captureLog();
    log.info({ dump: 'GET / HTTP/1.1 authorization: Basic dG9rZW46WA==' }, 'Bearer abc.def-ghi');
    expect(lines.join('')).not.toMatch(/dG9rZW46WA|abc\.def/);
  });

  test('masks e-mail addresses in URLs but not in sentences', () => {
    const { log, lines } = captureLog();
    log.info({ path: '/api/imports?destination_username=ann%40example.com&env=live' }, 'ann@example.com signed in');
    log.info({ url: 'https://s.example/imports?destination_username=bob@example.com' }, 'asked');
    expect(lines.join('')).not.toMatch(/ann%40|bob@/);
    expect(parse(lines[0])).toMatchObject({
      path: '/api/imports?destination_username=[e-mail]&env=live',
      msg: 'ann@example.com signed in',
    });
  });

  // One expression over the whole text takes more than a minute; splitting takes milliseconds.
  test('scrubs a long hostile URL before the test times out', { timeout: 30_000 }, () => {
    const { log, lines } = captureLog(['some-secret']);
    log.info({ url: `/${'a?'.repeat(100_000)}` }, `https://${'%4'.repeat(100_000)}`);
    expect(lines).toHaveLength(1);
  });
});

describe('errors', () => {
  test('log type, message, code, stack and cause, and no other fields', () => {
    const { log, lines } = captureLog();
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', request: { body: 'canary' } });
    log.error({ err: new LandfallError('internal', { logMessage: 'it broke', cause }) }, 'failed');
    expect(parse(lines[0])).toMatchObject({
      err: {
        type: 'LandfallError',
        message: 'it broke',
        code: 'internal',
        stack: expect.stringContaining('log.test.ts'),
        cause: { message: 'refused', code: 'ECONNREFUSED' },
      },
    });
    expect(lines[0]).not.toContain('canary');
  });

  test('never log the parameters of a failed query', () => {
    const { log, lines } = captureLog();
    const failed = Object.assign(new Error('Failed query: select $1\nparams: canary,\n    at canary'), {
      query: 'select $1',
      params: ['canary'],
      cause: Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(canary) already exists.' }),
    });
    log.error({ err: failed }, 'failed');
    log.error({ error: failed, list: [failed] }, 'failed');
    expect(lines.join('')).toContain('Failed query: select $1');
    expect(lines.join('')).toContain('duplicate key');
    expect(lines.join('')).not.toContain('canary');
  });
});

test('writes a line for any value', () => {
  const { log, lines } = captureLog(['some-secret']);
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  for (const value of [
    circular,
    new Map(),
    Buffer.from('x'),
    1n,
    Symbol('s'),
    new Date(Number.NaN),
    new URL('https://a.example'),
    null,
  ])
    log.info({ value }, 'odd');
  expect(lines).toHaveLength(8);
  fc.assert(
    fc.property(fc.anything(), (value) => log.info({ value }, 'anything')),
    { numRuns: 200 },
  );
});
