import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './with-bench';

export type PeerName = 'bare-next' | 'react-admin';

/**
 * Installs and builds a peer below .test/bench and returns its folder. The packages are installed once per lockfile,
 * and the peer is built again when its sources change.
 */
export async function buildPeer({ root, children, userEnvironment }: Bench, name: PeerName): Promise<string> {
  const source = join(root, 'bench', 'peers', name);
  const lockHash = hash([readFileSync(join(source, 'package-lock.json'))]);
  const folder = join(root, '.test', 'bench', `${name}-${lockHash}`);
  const stamp = join(folder, 'built');
  const sourceHash = hash(filesBelow(source).map((path) => readFileSync(path)));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash) return folder;

  rmSync(stamp, { force: true });
  cpSync(source, folder, { recursive: true });
  const env = { ...userEnvironment, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' };
  const run = async (command: string) => {
    const { code, output } = await children.run({ command: `cd "${folder}" && ${command}`, shell: true, env });
    if (code !== 0) throw new Error(`${command} failed for ${name}:\n${output}`);
  };
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) await run('npm ci --no-audit --no-fund');
  await run('npm run build');
  writeFileSync(stamp, sourceHash);
  return folder;
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function hash(contents: readonly Buffer[]): string {
  const hashing = createHash('sha256');
  for (const content of contents) hashing.update(`${content.length}:`).update(content);
  return hashing.digest('hex').slice(0, 16);
}
