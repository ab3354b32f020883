import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../../scripts/steps/build-app';
import { createChildren } from '../../scripts/steps/children.mjs';
import { findFreePort } from '../../scripts/steps/find-port.mjs';
import { startApp } from '../../scripts/steps/start-app';
import { startSimulator } from '../../scripts/steps/start-simulator';
import { signIn } from '../apps/sign-in';
import type { MeasurementResult } from '../measurement';

export const name = 'webhook-flood';
export const description =
  '1,500 webhook messages of 62 kB of each kind, signed and not, against the built app on the embedded database, while staff load the list';

const root = fileURLToPath(new URL('../..', import.meta.url));
const connections = 8;
const bodyBytes = 62_000;
const maxGrowthBytes = 40_000_000;
const maxSlowdown = 10;

interface Message {
  body: string;
  headers: Record<string, string>;
}

const floods: {
  flood: string;
  messages: number;
  message: (index: number, secret: string) => Message;
  /** Only the service itself can send these, so that they may slow the list. */
  fromService?: boolean;
}[] = [
  { flood: 'unsigned, one address', messages: 1500, message: () => ({ body: content(0), headers: {} }) },
  {
    flood: 'unsigned, many addresses',
    messages: 1500,
    message: (index) => ({
      body: content(0),
      headers: { 'x-forwarded-for': `2001:db8:${index.toString(16)}::1` },
    }),
  },
  { flood: 'signed with a wrong secret', messages: 1500, message: () => sign(content(0), 'a secret of someone else') },
  { flood: 'signed, but an hour old', messages: 1500, message: (_, secret) => sign(content(-3600), secret) },
  {
    flood: 'one signed message repeated',
    messages: 1500,
    message: (_, secret) => sign((repeated ??= content(0)), secret),
  },
  {
    flood: 'signed, without a status',
    messages: 1500,
    message: (_, secret) => sign(JSON.stringify({ filler: filler() }), secret),
    fromService: true,
  },
];

const filler = () => randomBytes(bodyBytes / 2).toString('hex');

function content(offsetS: number): string {
  const timestamp = Math.floor(Date.now() / 1000) + offsetS;
  return JSON.stringify({ import_id: randomUUID(), status: 'In preparation', timestamp, filler: filler() });
}
/** Made when its flood begins, so that it is not too old by then. */
let repeated: string | undefined;

function sign(body: string, secret: string): Message {
  return { body, headers: { 'x-signature': createHmac('sha256', secret).update(body).digest('hex') } };
}

export async function run(): Promise<MeasurementResult> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-webhook-flood-'));
  const children = createChildren(root);
  process.once('exit', children.killAll);
  const context = { root, children, signal: new AbortController().signal };
  const port = await findFreePort({ near: 3711 });
  const origin = `http://localhost:${port}`;
  const environment = { PATH: dirname(process.execPath) };
  const ignoreOutput = () => undefined;
  try {
    await buildApp({ ...context, environment }, '.next-test');
    const simulator = await startSimulator({
      ...context,
      environment,
      dataFolder: folder,
      publicOrigin: origin,
      near: port + 1,
      extraFlags: [],
      onOutput: ignoreOutput,
    });
    const { startupInfo } = await startApp({
      ...context,
      environment: {
        ...environment,
        ...simulator.environment,
        PORT: String(port),
        HOST: '127.0.0.1',
        NEXTAUTH_URL: origin,
        LANDFALL_DATA: folder,
        LANDFALL_DIST: '.next-test',
        LANDFALL_TRUSTED_HOPS: '1',
      },
      dev: false,
      onOutput: ignoreOutput,
    });
    const cookie = await signIn(origin, startupInfo.demoAccounts, 'agent');
    const load = () => loadList(origin, cookie);
    // The demo data is loaded in the background.
    await delay(15_000);
    const quietMs: number[] = [];
    for (let index = 0; index < 100; index += 1) quietMs.push(await load());
    const before = median(quietMs);
    const rows = [];
    const startBytes = await folderBytes(folder);
    for (const { flood, messages, message, fromService = false } of floods) {
      const outcome = await runFlood({
        messages,
        send: (index) => post(origin, message(index, simulator.environment.WEBHOOK_SECRET)),
        load,
        folder,
      });
      rows.push({ flood, fromService, ...outcome, growthBytes: outcome.largestBytes - startBytes });
    }
    const ready = (await fetch(`${origin}/api/health/ready`)).status;
    return {
      rows: rows.map(({ flood, seconds, statuses, growthBytes, listMs }) => ({
        flood,
        seconds: Math.round(seconds),
        answers: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
        'largest growth MB': Math.round(growthBytes / 1e5) / 10,
        'list before ms': Math.round(before * 10) / 10,
        'list median ms': Math.round(median(listMs) * 10) / 10,
        'times as slow': Math.round((median(listMs) / before) * 10) / 10,
      })),
      checks: [
        ...rows.flatMap(({ flood, fromService, growthBytes, listMs, statuses }) => [
          { guarantee: `${flood}: the folder grows by at most 40 MB`, passed: growthBytes <= maxGrowthBytes },
          {
            guarantee: `${flood}: the list's median is at most ${maxSlowdown} times as slow`,
            passed: fromService || median(listMs) <= maxSlowdown * before,
          },
          { guarantee: `${flood}: no answer of 5xx`, passed: [...statuses.keys()].every((status) => status < 500) },
        ]),
        { guarantee: 'the app is ready afterwards', passed: ready === 200 },
      ],
    };
  } finally {
    await children.stopAll();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runFlood(flood: {
  messages: number;
  send: (index: number) => Promise<number>;
  load: () => Promise<number>;
  folder: string;
}) {
  const statuses = new Map<number, number>();
  const listMs: number[] = [];
  let largestBytes = 0;
  let running = true;
  let next = 0;
  const startedMs = performance.now();
  const senders = Array.from({ length: connections }, async () => {
    while (next < flood.messages) {
      const status = await flood.send(next++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const measureList = async () => {
    while (running) listMs.push(await flood.load());
  };
  const measureFolder = async () => {
    while (running) {
      largestBytes = Math.max(largestBytes, await folderBytes(flood.folder));
      await delay(200);
    }
  };
  const measuring = [measureList(), measureFolder()];
  await Promise.all(senders);
  const seconds = (performance.now() - startedMs) / 1000;
  running = false;
  await Promise.all(measuring);
  return { statuses, listMs, largestBytes, seconds };
}

async function post(origin: string, { body, headers }: Message): Promise<number> {
  const response = await fetch(`${origin}/api/webhooks/migration`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  await response.arrayBuffer();
  return response.status;
}

async function loadList(origin: string, cookie: string): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(`${origin}/api/imports`, { headers: { cookie } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the list answered ${response.status}`);
  return performance.now() - startedMs;
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = names.map((file) => stat(join(folder, file)).then((found) => (found.isFile() ? found.size : 0)));
  const settled = await Promise.allSettled(sizes);
  return settled.reduce((sum, size) => sum + (size.status === 'fulfilled' ? size.value : 0), 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
