import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../scripts/steps/read-launch-settings.mjs';
import { buildPeer } from './build-peer';
import { createRequester, type Requester } from './requester';
import { listRows, type RunningLandfall } from './start-landfall';
import type { RecordedPage } from './record-page';
import type { Bench } from './with-bench';

export interface RunningPeer {
  origin: string;
  pid: number;
  client: Requester;
}

/** On the same engine as Landfall, with the rows that Landfall lists. */
export async function startBareNext(
  bench: Bench,
  landfall: RunningLandfall,
  { environment = {}, pages = {} }: { environment?: Environment; pages?: Readonly<Record<string, RecordedPage>> } = {},
): Promise<RunningPeer> {
  const folder = await buildPeer(bench, 'bare-next');
  return start(bench, '/api/imports', async (port) => ({
    args: [
      join(folder, 'node_modules', 'next', 'dist', 'bin', 'next'),
      ...['start', folder, '--hostname', '127.0.0.1', '--port', String(port)],
    ],
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      WEBHOOK_SECRET: landfall.webhookSecret,
      SERVICE_URL: landfall.service.url,
      SERVICE_TOKEN: landfall.service.token,
      BENCH_ROWS: await writeRows(bench, landfall),
      BENCH_PAGES: writePages(bench, pages),
      ...(landfall.engine === 'PostgreSQL'
        ? { DATABASE_URL: await bench.createDatabase() }
        : { BENCH_DATA: join(bench.folder, `bare-next-${port}`) }),
      ...environment,
    },
  }));
}

/** Static files and an API from memory: no database, so that only the browser side is compared. */
export async function startReactAdmin(bench: Bench, landfall: RunningLandfall): Promise<RunningPeer> {
  const folder = await buildPeer(bench, 'react-admin');
  const rows = await writeRows(bench, landfall);
  return start(bench, '/api/imports', async () => ({ args: [join(folder, 'serve.mjs')], env: { BENCH_ROWS: rows } }));
}

export async function startUndiciProxy(bench: Bench, { service }: RunningLandfall): Promise<RunningPeer> {
  return start(bench, '/tools', async () => ({
    args: [join(bench.root, 'bench', 'peers', 'undici-proxy', 'proxy.mjs')],
    env: { SERVICE_URL: service.url, SERVICE_TOKEN: service.token },
  }));
}

async function writeRows({ folder }: Bench, landfall: RunningLandfall): Promise<string> {
  const path = join(folder, 'rows.json');
  writeFileSync(path, JSON.stringify(await listRows(landfall)));
  return path;
}

function writePages({ folder }: Bench, pages: Readonly<Record<string, RecordedPage>>): string {
  const path = join(folder, 'pages.json');
  writeFileSync(path, JSON.stringify(pages));
  return path;
}

async function start(
  bench: Bench,
  healthPath: string,
  command: (port: number) => Promise<{ args: string[]; env: Environment }>,
): Promise<RunningPeer> {
  const port = await bench.findPort();
  const { args, env } = await command(port);
  const child = bench.children.start({ args, env: { ...bench.environment, PORT: String(port), ...env } });
  const origin = `http://127.0.0.1:${port}`;
  let exited = false;
  void child.exited.then(() => (exited = true));
  for (;;) {
    if (exited) throw new Error(`${args[0]} stopped while starting:\n${child.output()}`);
    const answered = await fetch(`${origin}${healthPath}`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return { origin, pid: child.pid, client: createRequester(origin) };
    await delay(50);
  }
}
