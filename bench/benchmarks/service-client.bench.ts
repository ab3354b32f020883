import { once } from 'node:events';
import { createServer } from 'node:http';
import { systemClock } from '../../lib/core/clock';
import { silentLog } from '../../lib/core/log';
import { createServiceClient } from '../../lib/service/client/create-service-client';
import { standardDialect } from '../../lib/service/dialect/dialect';
import { parseLosslessJson } from '../../lib/service/dialect/parse-lossless-json';
import { readListedImports } from '../../lib/service/readers/read-listed-imports';
import type { MeasurementResult, Row, RunOptions } from '../measurement';

export const name = 'service-client';
export const description = 'our client compared with global fetch, and the time to read long lists';

export const quick = true;

const sizes = {
  full: { requests: 3_000, rounds: 3, lists: [10_000, 100_000] },
  quick: { requests: 20, rounds: 1, lists: [100] },
} as const;
const responseBody = JSON.stringify({ id: 5, status: 'Migration completed', family: 'CRM', warnings: ['one', 'two'] });

export async function run({ quick: isQuick }: RunOptions): Promise<MeasurementResult> {
  const { requests, rounds, lists } = isQuick ? sizes.quick : sizes.full;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(responseBody);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}/api/v2.1`;
  const client = createServiceClient({
    url,
    sandboxUrl: `http://127.0.0.1:${port}/api/sandbox`,
    token: 'bench-token',
    password: 'X',
    requestBudget: { take: async () => undefined, pause: async () => undefined },
    clock: systemClock,
    random: Math.random,
    log: silentLog,
  });
  const authorization = `Basic ${Buffer.from('bench-token:X').toString('base64')}`;
  // Different ids, so that no two calls share a response.
  const clients: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
    'the client': (n) => client.readImport({ environment: 'live', lane: 'people', person: null, id: String(n) }),
    'global fetch': async (n) => (await fetch(`${url}/imports/${n}`, { headers: { authorization } })).json(),
  };
  const rows: Row[] = [];
  try {
    for (const concurrency of [1, 16]) {
      const best = new Map<string, number>();
      // Alternate between the two, so that other load on the machine affects both.
      for (let round = 0; round < rounds; round += 1) {
        for (const [label, call] of Object.entries(clients)) {
          const perS = await measure(call, { requests, concurrency });
          best.set(label, Math.max(perS, best.get(label) ?? 0));
        }
      }
      const ratio = (best.get('the client') ?? 0) / (best.get('global fetch') ?? 1);
      for (const [label, perS] of best) {
        rows.push({ what: `${label}, ${concurrency} concurrent`, value: `${Math.round(perS)} per second` });
      }
      rows.push({
        what: `the client compared with fetch, ${concurrency} concurrent`,
        value: `${ratio.toFixed(2)} times`,
      });
    }
    rows.push(...lists.map(readList));
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
  return { rows };
}

async function measure(
  call: (n: number) => Promise<unknown>,
  { requests, concurrency }: { requests: number; concurrency: number },
): Promise<number> {
  let next = 0;
  const startedMs = performance.now();
  const worker = async (): Promise<void> => {
    while (next < requests) {
      next += 1;
      await call(next);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return requests / ((performance.now() - startedMs) / 1_000);
}

function readList(entries: number): Row {
  const text = JSON.stringify({
    data: Array.from({ length: entries }, (_, n) => ({ importId: n, statusText: 'In preparation' })),
  });
  const times = Array.from({ length: 5 }, () => {
    const startedMs = performance.now();
    const parsed = parseLosslessJson(text);
    if (parsed.ok) readListedImports(parsed.value, standardDialect);
    return performance.now() - startedMs;
  });
  return { what: `reading a list of ${entries.toLocaleString('en')}`, value: `${Math.round(Math.min(...times))} ms` };
}
