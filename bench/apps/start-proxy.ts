import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startBalancingProxy } from '../../scripts/testing/balancing-proxy';
import type { Bench } from './with-bench';

interface ProxyOptions {
  origin: string;
  upstreams: readonly string[];
  metricsToken: string;
}

export interface RunningProxy {
  name: string;
  close(): Promise<unknown>;
}

/** Caddy with the file of compose.yaml if it is installed, else our own proxy with the same rules. */
export async function startProxy(
  bench: Bench,
  { origin, upstreams, metricsToken }: ProxyOptions,
): Promise<RunningProxy> {
  const { host, port } = new URL(origin);
  const file = join(bench.folder, 'Caddyfile');
  // Without a certificate.
  const config = (await readFile(join(bench.root, 'deploy', 'Caddyfile'), 'utf8')).replace(
    /^\{\$LANDFALL_HOST\} \{/m,
    `http://${host} {`,
  );
  await writeFile(file, config);
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      ...bench.environment,
      NODE_ENV: 'production',
      HOME: bench.folder,
      LANDFALL_HOST: host,
      LANDFALL_UPSTREAMS: upstreams.map((upstream) => new URL(upstream).host).join(' '),
      METRICS_TOKEN: metricsToken,
    },
    stdio: 'ignore',
  });
  const started = await once(caddy, 'spawn').catch(() => undefined);
  if (started === undefined) {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const proxy = await startBalancingProxy({ upstreams, port: Number(port), checkMs: 1000, headers });
    return { name: 'own', ...proxy };
  }
  process.once('exit', () => caddy.kill('SIGKILL'));
  while (caddy.exitCode === null) {
    const answered = await fetch(`${origin}/api/health`).catch(() => undefined);
    if (answered?.ok) break;
    await delay(100);
  }
  return {
    name: 'Caddy',
    close: () => {
      caddy.kill('SIGTERM');
      return once(caddy, 'exit');
    },
  };
}
