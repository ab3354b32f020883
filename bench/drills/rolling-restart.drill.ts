import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { importSponsorshipSchema } from '../../lib/contract/sponsorship';
import { startSimulator } from '../../simulator/start-simulator';
import { followStream } from '../apps/follow-stream';
import { packageForDrill, type RunningInstance } from '../apps/packaged-app';
import { signIn } from '../apps/sign-in';
import { countDecisionCalls } from '../apps/sponsor';
import { startProxy } from '../apps/start-proxy';
import { createMessage } from '../apps/webhook-messages';
import { withBench, type Bench } from '../apps/with-bench';
import type { MeasurementResult } from '../measurement';

export const name = 'rolling-restart';
export const description =
  'the package as the image runs it: read-only, as another user, secrets in files; two instances behind a proxy are restarted in turn under reads, webhooks, streams and decisions';

/** How often both instances are restarted. */
const rounds = 2;
/** The service's response time to a decision, so that some are in flight whenever an instance stops. */
const decisionMs = 3000;

export function run(): Promise<MeasurementResult> {
  return withBench(drill);
}

async function drill(bench: Bench): Promise<MeasurementResult> {
  const app = await packageForDrill(bench);
  const simulator = await startSimulator({ port: 0, rate: 10_000 });
  simulator.setFaults([{ match: { path: '/imports/*/payment/*' }, effect: { kind: 'latency', ms: decisionMs } }]);
  const secrets = {
    DATABASE_URL: await bench.createDatabase(),
    LANDFALL_KEY: randomBytes(32).toString('base64'),
    NEXTAUTH_SECRET: randomBytes(32).toString('hex'),
    METRICS_TOKEN: randomBytes(24).toString('hex'),
    SERVICE_TOKEN: simulator.token,
    WEBHOOK_SECRET: randomBytes(24).toString('hex'),
  };
  const origin = `http://localhost:${await bench.findPort()}`;
  const settings = {
    ...(await writeSecrets(bench.folder, secrets)),
    NEXTAUTH_URL: origin,
    SERVICE_URL: simulator.url,
    SERVICE_RATE_PER_S: '1000',
    LANDFALL_DEMO: 'off',
    LANDFALL_TRUSTED_HOPS: '1',
    LANDFALL_DRAIN_S: '5',
    // A folder that cannot be created: nothing is stored outside PostgreSQL.
    LANDFALL_DATA: '/proc/nowhere',
    DECISION_HOLD_S: '1',
    LOG_LEVEL: 'warn',
  };
  const ports = [await bench.findPort(), await bench.findPort()];
  const startInstance = (index: number) => app.start({ ...settings, PORT: String(ports[index]) });
  const instances: RunningInstance[] = await Promise.all([startInstance(0), startInstance(1)]);
  const upstreams = ports.map((port) => `http://127.0.0.1:${port}`);
  const proxy = await startProxy(bench, { origin, upstreams, metricsToken: secrets.METRICS_TOKEN });

  const account = { email: 'ada@company.example', password: randomBytes(18).toString('base64url'), role: 'admin' };
  const args = ['bin/landfall', 'staff', 'add', account.email, '--role', account.role, '--password-stdin'];
  const added = await app.run(args, settings, `${account.password}\n`);
  const health = await app.run(['scripts/check-health.mjs'], { ...settings, PORT: String(ports[0]) });
  const cookie = await signIn(origin, [account], account.role);
  const page = await fetch(`${origin}/imports`, { headers: { cookie } });
  const html = await page.text();

  const load = createLoad({ origin, cookie, webhookSecret: secrets.WEBHOOK_SECRET });
  const streams = Array.from({ length: 4 }, () => followStream(() => origin, cookie));
  const decided: string[] = [];
  const stops: { code: number | null; seconds: number }[] = [];
  const running = load.start(async (index) => {
    const username = `customer-${index}@acme.example`;
    const placed = await load.json('POST', `${simulator.controlUrl}/imports`, {
      username,
      status: 'Sample migration completed',
    });
    const id = String(z.object({ id: z.union([z.string(), z.number()]) }).parse(placed).id);
    await load.json('GET', `${origin}/api/imports?destination_username=${encodeURIComponent(username)}`);
    decided.push(id);
    await load.json('POST', `${origin}/api/imports/${id}/payment/accept`, {});
  });
  await delay(5000);
  for (let round = 0; round < rounds; round += 1) {
    for (const index of [0, 1]) {
      const stopped = await instances[index]?.stop();
      if (stopped) stops.push(stopped);
      instances[index] = await startInstance(index);
      await delay(5000);
    }
  }
  load.stop();
  await Promise.all([running, ...streams.map((stream) => stream.stop())]);
  const readState = async (id: string) =>
    importSponsorshipSchema.parse(await load.json('GET', `${origin}/api/imports/${id}/sponsorship`)).item.decision
      ?.state;
  // The last one was made just now.
  await delay(2 * decisionMs + 2000);
  const states = new Set(await Promise.all(decided.map(readState)));
  const sends = decided.map((id) => countDecisionCalls(simulator, id));
  const requests = load.requests();
  const failures = [...load.failures(), ...streams.flatMap((stream) => stream.failures)];
  const reconnects = streams.reduce((sum, { connections }) => sum + connections() - 1, 0);
  const streamed = new Set(streams.flatMap(({ subjects }) => [...subjects])).size;
  await Promise.all(instances.map((instance) => instance.stop()));
  await proxy.close();
  await simulator.close();
  return {
    rows: [
      {
        proxy: proxy.name,
        'package MB': Math.round(app.bytes / 1e6),
        requests,
        failures: failures.slice(0, 5).join('; ') || 'none',
        decisions: decided.length,
        'subjects on the streams': streamed,
        'stream reconnects': reconnects,
        'seconds to stop': stops.map(({ seconds }) => seconds.toFixed(1)).join(', '),
      },
    ],
    checks: [
      { guarantee: 'a command works in the package', passed: added.code === 0 && added.out.includes('can sign in') },
      { guarantee: 'the health check of the image passes', passed: health.code === 0 },
      { guarantee: 'a page renders', passed: page.status === 200 && html.includes('</html>') },
      { guarantee: 'no request fails', passed: requests > 100 && failures.length === 0 },
      { guarantee: 'every decision is confirmed', passed: [...states].join() === 'confirmed' },
      { guarantee: 'no decision is sent twice', passed: sends.length > 5 && sends.every((count) => count === 1) },
      { guarantee: 'streams reconnect and go on', passed: reconnects > 0 && streamed > 0 },
      { guarantee: 'every instance stops with exit code 0', passed: stops.every(({ code }) => code === 0) },
    ],
  };
}

/** Secrets in files, as container platforms provide them. */
async function writeSecrets(
  folder: string,
  secrets: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const [setting, secret] of Object.entries(secrets)) {
    const file = join(folder, setting.toLowerCase());
    await writeFile(file, `${secret}\n`, { mode: 0o644 });
    settings[`${setting}_FILE`] = file;
  }
  return settings;
}

/** Clients that go on until they are stopped. Any answer of 400 or more, and any error, is a failure. */
function createLoad({ origin, cookie, webhookSecret }: { origin: string; cookie: string; webhookSecret: string }) {
  let isRunning = true;
  let requests = 0;
  const failures: string[] = [];
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin' };

  const send = async (
    method: string,
    url: string,
    body?: string,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    requests += 1;
    const what = `${method} ${new URL(url).pathname}`;
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...extra },
        ...(body !== undefined && { body }),
      });
      const answer = await response.text();
      if (response.status >= 400) failures.push(`${what} ${response.status} ${answer.slice(0, 100)}`);
      return answer;
    } catch (error) {
      failures.push(`${what} ${error instanceof Error ? String(error.cause ?? error) : ''}`);
      return 'null';
    }
  };
  const json = async (method: string, url: string, data?: unknown): Promise<unknown> =>
    JSON.parse(await send(method, url, data === undefined ? undefined : JSON.stringify(data)));
  const repeat = async (everyMs: number, work: (index: number) => Promise<unknown>) => {
    for (let index = 0; isRunning; index += 1) {
      await work(index);
      await delay(everyMs);
    }
  };
  const sendWebhook = (index: number) => {
    const message = createMessage({ webhookSecret }, `w-${index % 50}`, 'In preparation');
    return send('POST', `${origin}/api/webhooks/migration`, message.body, message.headers);
  };

  return {
    json,
    requests: () => requests,
    failures: () => failures,
    start: (decide: (index: number) => Promise<unknown>) =>
      Promise.all([
        repeat(100, () => send('GET', `${origin}/api/imports`)),
        repeat(250, () => send('GET', `${origin}/imports`)),
        repeat(50, sendWebhook),
        repeat(50, sendWebhook),
        repeat(500, decide),
      ]),
    stop: () => {
      isRunning = false;
    },
  };
}
