import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startLandfall } from '../apps/start-landfall';
import { withBench, type Bench } from '../apps/with-bench';
import type { MeasurementResult } from '../measurement';
import { quantile } from '../statistics';

export const name = 'webhook-flood';
export const description =
  '1,500 webhook messages of 62 kB of each kind, signed and not, against the built app on the embedded database, while staff load the list';

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

export const run = (): Promise<MeasurementResult> => withBench(drill);

async function drill(bench: Bench): Promise<MeasurementResult> {
  const { origin, client, dataFolder, webhookSecret } = await startLandfall(bench, {
    engine: 'PGlite',
    settings: { LANDFALL_TRUSTED_HOPS: '1' },
  });
  const load = () => client.time('/api/imports');
  const quietMs: number[] = [];
  for (let index = 0; index < 100; index += 1) quietMs.push(await load());
  const before = quantile(quietMs, 0.5);
  const rows = [];
  const startBytes = await folderBytes(dataFolder);
  for (const { flood, messages, message, fromService = false } of floods) {
    const outcome = await runFlood({
      messages,
      send: (index) => post(origin, message(index, webhookSecret)),
      load,
      folder: dataFolder,
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
      'list median ms': Math.round(quantile(listMs, 0.5) * 10) / 10,
      'times as slow': Math.round((quantile(listMs, 0.5) / before) * 10) / 10,
    })),
    checks: [
      ...rows.flatMap(({ flood, fromService, growthBytes, listMs, statuses }) => [
        { guarantee: `${flood}: the folder grows by at most 40 MB`, passed: growthBytes <= maxGrowthBytes },
        {
          guarantee: `${flood}: the list's median is at most ${maxSlowdown} times as slow`,
          passed: fromService || quantile(listMs, 0.5) <= maxSlowdown * before,
        },
        { guarantee: `${flood}: no answer of 5xx`, passed: [...statuses.keys()].every((status) => status < 500) },
      ]),
      { guarantee: 'the app is ready afterwards', passed: ready === 200 },
    ],
  };
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

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = names.map((file) => stat(join(folder, file)).then((found) => (found.isFile() ? found.size : 0)));
  const settled = await Promise.allSettled(sizes);
  return settled.reduce((sum, size) => sum + (size.status === 'fulfilled' ? size.value : 0), 0);
}
