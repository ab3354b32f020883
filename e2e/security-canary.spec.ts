import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request as playwrightRequest } from '@playwright/test';
import pg from 'pg';
import { z } from 'zod';
import { startOtlpReceiver } from '@/lib/core/testing/start-otlp-receiver';
import { type RouteRow, pageMatrix, routeMatrix } from '@/lib/http/access-matrix';
import { bundleScript } from '@/lib/store/testing/bundle-script';
import { type RunningSimulator, startSimulator } from '@/simulator/start-simulator';
import { accountOf, signInAs, testEnvironment } from './fixtures/accounts';
import { copySharedDatabase } from './fixtures/isolated-app';
import { type SecondApp, startSecondApp } from './fixtures/second-app';
import { expect, test } from './fixtures/test';

/**
 * Marked secrets go in through the settings and every route. Afterwards the test searches all output for them:
 * responses, pages, errors, the log, traces and metrics, the support bundle, the scripts and the database, or its files
 * with `npm run test:full`.
 */
const canary = (name: string) => `canary-${name}-${randomBytes(9).toString('hex')}`;
const settings = {
  SERVICE_TOKEN: canary('service-token'),
  SERVICE_PASSWORD: canary('service-password'),
  WEBHOOK_SECRET: canary('webhook-secret'),
  NEXTAUTH_SECRET: canary('nextauth-secret-long-enough'),
  LANDFALL_KEY: randomBytes(32).toString('base64'),
  METRICS_TOKEN: canary('metrics-token'),
  // Nothing listens there, so the failure is logged.
  AUDIT_HEADS: `http://127.0.0.1:1/${canary('audit-heads')}`,
};
const typed = {
  destination_token: canary('destination-token'),
  password: canary('password'),
  token: canary('typed-token'),
};
/** What an admin enters in the browser. */
const entered = {
  enteredToken: canary('entered-token'),
  enteredPassword: canary('entered-password'),
  enteredSecret: canary('entered-webhook-secret'),
};
const apiKey = canary('api-key');

let simulator: RunningSimulator;
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
let app: SecondApp;
let databaseUrl: string | undefined;
let environment: Record<string, string>;
test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  simulator = await startSimulator({ token: settings.SERVICE_TOKEN, port: 0 });
  collector = await startOtlpReceiver();
  const { DATABASE_URL } = await copySharedDatabase();
  databaseUrl = DATABASE_URL;
  environment = {
    ...settings,
    ...(DATABASE_URL !== undefined && { DATABASE_URL }),
    SERVICE_URL: simulator.url,
    LANDFALL_SIMULATOR: simulator.origin,
    LANDFALL_API_KEYS: createHash('sha256').update(apiKey).digest('hex'),
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  };
  app = await startSecondApp(environment);
});
test.afterAll(async () => {
  await app?.stop();
  await simulator?.close();
  await collector?.close();
});

const createdSchema = z.object({ id: z.nullable(z.string()), redirectUrl: z.nullable(z.string()) });
const fill = (path: string) => path.replace(/\[\.{0,3}\w+\]/g, 'no-such-thing');

test('no secret appears in responses, logs, scripts, the support bundle or the database', async () => {
  const admin = await playwrightRequest.newContext({ baseURL: app.origin, extraHTTPHeaders: { origin: app.origin } });
  await signInAs(admin, accountOf('admin', databaseUrl === undefined ? app.dataFolder : testEnvironment().dataFolder));
  const answers: string[] = [];

  // Only the response to the creation may contain the redirect URL; after that it is a customer secret.
  const attempt = '00000000-0000-4000-8000-000000000001';
  const [tool] = z
    .object({ tools: z.array(z.object({ value: z.string() })) })
    .parse(await (await admin.get('/api/tools')).json()).tools;
  const creation = await admin.post('/api/imports', {
    data: { source_tool: tool?.value, destination_username: 'ops@acme.example', attempt, ...typed },
  });
  expect(creation.status(), await creation.text()).toBeLessThan(300);
  const { id, redirectUrl } = createdSchema.parse(await creation.json());
  expect(redirectUrl).toContain('http');

  const service = { url: simulator.url, token: entered.enteredToken, password: entered.enteredPassword };
  for (const [method, path, data] of [
    ['POST', '/api/connection/examine', { service }],
    ['PUT', '/api/connection', { basedOn: 0, service, webhookSecret: entered.enteredSecret }],
    ['POST', '/api/connection/examine', {}],
  ] as const) {
    const response = await admin.fetch(path, { method, data });
    expect(response.status(), await response.text()).toBe(200);
    answers.push(`${method} ${path}\n${await response.text()}`);
  }

  const routes: RouteRow[] = Object.values(routeMatrix);
  for (const row of routes.filter(({ path }) => path !== '/api/stream')) {
    for (const path of [fill(row.path), row.path.replace('[id]', encodeURIComponent(id ?? ''))]) {
      if (path.includes('[') || path.endsWith('/redirect-url')) continue;
      const init = row.method === 'GET' ? { params: typed } : { data: { ...typed, nested: typed } };
      const response = await admin.fetch(path, { method: row.method, maxRedirects: 0, ...init });
      answers.push(`${row.method} ${path}\n${JSON.stringify(response.headers())}\n${await response.text()}`);
    }
  }
  for (const { path } of Object.values(pageMatrix)) {
    const open = fill(path).replace('no-such-thing', path.startsWith('/imports') ? encodeURIComponent(id ?? '') : 'x');
    answers.push(`${path}\n${await (await admin.get(open)).text()}`);
  }
  // Try each kind of auth with credentials meant for another.
  const wrong = await playwrightRequest.newContext({ baseURL: app.origin });
  for (const authorization of [`Bearer ${apiKey}`, `Bearer ${settings.METRICS_TOKEN}`, `Basic ${btoa(`${apiKey}:`)}`]) {
    for (const path of ['/api/imports', '/api/metrics', '/api/health', '/api/start-links']) {
      answers.push(await (await wrong.get(path, { headers: { authorization } })).text());
    }
  }
  await wrong.post('/api/webhooks/migration', { data: { id, status: 'Migration completed', ...typed } });
  const csrf = z.object({ csrfToken: z.string() }).parse(await (await wrong.get('/api/auth/csrf')).json());
  await wrong.post('/api/auth/callback/credentials', { form: { ...csrf, email: 'x@x.example', ...typed } });

  const log = app.output();
  const received = () => collector.received.map(({ body }) => body.toString('latin1')).join('\n');
  // Spans are sent within five seconds.
  await expect.poll(() => received().includes('POST auth.post'), { timeout: 30_000 }).toBe(true);
  const telemetry = received();
  const stored =
    databaseUrl === undefined ? readFiles(join(app.dataFolder, 'database')) : await readTables(databaseUrl);
  const scripts = readFiles('.next-test/static');
  const supportBundle = await makeSupportBundle(log);

  // The search itself works: expected values are found.
  expect(log).toContain('"route":"imports.create"');
  // Of each kind one, since spans are dropped while more than 2048 wait.
  const kinds = [/POST imports\.\w+/, /service \w+/, /insert \w+/, /GET page \w+/];
  expect(kinds.filter((kind) => !kind.test(telemetry))).toEqual([]);
  expect(telemetry.includes('landfall_http_request_seconds')).toBe(true);
  expect(stored).toContain('ops@acme.example');
  expect(scripts.length).toBeGreaterThan(100_000);
  expect(supportBundle).toContain('"SERVICE_TOKEN": "set"');
  expect(supportBundle).toContain('landfall_http_request_seconds');
  expect(supportBundle).toContain('request completed');
  expect(supportBundle).not.toMatch(/acme\.example|partner\.example/);
  // Customer pages are server-rendered: their messages are not downloaded.
  const customerText = 'Your full migration is on us';
  expect(readFileSync('lib/messages/en.json', 'utf8')).toContain(customerText);
  expect(scripts).not.toContain(customerText);

  const secrets = { ...settings, ...typed, ...entered, apiKey, redirectUrl: redirectUrl ?? 'none' };
  for (const [name, secret] of Object.entries(secrets)) {
    const places: Record<string, string> = {
      log,
      telemetry,
      stored,
      scripts,
      supportBundle,
      ...Object.fromEntries(answers.map((text) => [text.split('\n', 1)[0] ?? '', text])),
    };
    const found = Object.entries(places).flatMap(([place, text]) => (containsSecret(text, secret) ? [place] : []));
    expect(found, `${name} was found`).toEqual([]);
  }
});

/** Also in common encodings. */
function containsSecret(text: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  const spellings = [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
  ];
  return spellings.some((spelling) => text.includes(spelling));
}

/** The command that an operator runs, with the environment and the log of the app. */
async function makeSupportBundle(log: string): Promise<string> {
  const [out, logFile] = [join(app.dataFolder, 'bundle.json'), join(app.dataFolder, 'app.log')];
  writeFileSync(logFile, log);
  const { port } = new URL(app.origin);
  await promisify(execFile)(
    process.execPath,
    [await bundleScript('scripts/support-bundle.ts'), '--out', out, '--log', logFile],
    {
      env: {
        NODE_ENV: 'production',
        LANDFALL_DATA: app.dataFolder,
        NEXTAUTH_URL: app.origin,
        PORT: port,
        ...environment,
      },
    },
  );
  return readFileSync(out, 'utf8');
}

async function readTables(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const read = async (sql: string) =>
    z
      .array(z.object({ text: z.string() }))
      .parse((await client.query(sql)).rows)
      .map(({ text }) => text);
  const tables = await read(`select oid::regclass::text as text from pg_class
    where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`);
  const rows: string[] = [];
  for (const table of tables) rows.push(...(await read(`select t::text as text from ${table} t`)));
  await client.end();
  return rows.join('\n');
}

function readFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
