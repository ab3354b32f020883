import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestApp } from './testing/open-test-app';
import { onRequestError } from '../instrumentation';
import { describeError, toLandfallError } from '@/lib/http/describe-error';

const secret = 'canary-of-the-service-token';
const typed = 'canary-typed-by-a-customer';
const printed: string[] = [];
const consoleError = console.error;
let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp({ DATABASE_URL: '', LOG_LEVEL: 'error', SERVICE_TOKEN: secret, NODE_ENV: 'production' });
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => printed.push(String(chunk)) > 0);
  }
});
beforeEach(() => {
  printed.length = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  console.error = consoleError;
  await app.close();
});

/** A query of the embedded database that fails on a value. */
const failingQuery = async (): Promise<Error> => {
  const failed: unknown = await app.landfall.database.db
    .execute(sql`select ${typed}::uuid, ${`${secret} in a parameter`}::text`)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  if (!(failed instanceof Error)) throw new Error('the query did not fail');
  return failed;
};

/** What Next does with an error of a page (route-module.js, router-server.js): print it, then pass it on. */
async function failPage(error: Error): Promise<void> {
  Object.assign(error, { digest: '123' });
  console.error('⨯', error);
  const request = { path: `/m/${typed}`, method: 'GET', headers: { 'x-request-id': 'the-request' } };
  const context = { routerKind: 'App Router', routePath: '/m/[link]', routeType: 'render' } as const;
  await onRequestError(error, request, {
    ...context,
    revalidateReason: undefined,
    renderSource: 'react-server-components',
  });
}

test('a page that fails on a query leaves one line with the request id, without parameters and secrets', async () => {
  await failPage(await failingQuery());
  expect(printed).toHaveLength(1);
  expect(JSON.parse(printed[0] ?? '')).toMatchObject({
    level: 'error',
    msg: 'request failed',
    requestId: 'the-request',
    route: '/m/[link]',
    digest: '123',
    err: { cause: { code: '22P02', message: 'invalid input syntax for type uuid: [not shown]' } },
  });
  expect(printed.join('')).not.toMatch(/canary/);
});

test('what Next prints otherwise goes through the log too', async () => {
  console.error('\u001b[31m⨯\u001b[39m', await failingQuery());
  console.error(`uncaught ${secret}\nparams: ${typed}`);
  expect(printed.map((line) => JSON.parse(line).level)).toEqual(['error', 'error']);
  expect(printed.join('')).not.toMatch(/canary/);
});

test('an error of the embedded database keeps its code and message in the log of a route', async () => {
  const { logFields } = describeError(toLandfallError(await failingQuery(), { mayHaveChanged: false }));
  expect(logFields).toMatchObject({
    cause: expect.stringContaining('invalid input syntax for type uuid'),
    causeCode: '22P02',
  });
  expect(JSON.stringify(logFields)).not.toContain(typed);
});
