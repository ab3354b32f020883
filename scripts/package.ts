import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMain } from './run-main';
import { createChildren } from './steps/children.mjs';
import { packageApp } from './steps/package-app';

const help = `Builds the app and collects what it needs to run in one folder, which the Dockerfile copies.

  npm run package                    into .landfall/package
  npm run package -- --out FOLDER
`;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const out = values.out ?? join(root, '.landfall', 'package');
  const children = createChildren(root);
  process.once('exit', children.killAll);
  const { signal } = new AbortController();
  await packageApp({ root, environment: process.env, children, signal }, { dist: '.next', out });
  process.stdout.write(`The app is in ${out}. Start it with: node ${join(out, 'scripts', 'serve.mjs')}\n`);
  return 0;
}

await runMain(main, help);
