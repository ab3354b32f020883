import { rmSync } from 'node:fs';
import path from 'node:path';
import { bundleScripts } from '../../../scripts/steps/bundle-scripts';

const bundles = new Map<string, Promise<string>>();

/** Bundles a TypeScript file that a test runs as a process. The bundle is inside the project, so that it finds the packages. */
export function bundleScript(file: string): Promise<string> {
  let bundle = bundles.get(file);
  if (bundle === undefined) bundles.set(file, (bundle = createBundle(file)));
  return bundle;
}

async function createBundle(file: string): Promise<string> {
  // Workers run at the same time, so each has its own folder.
  const folder = path.resolve('.test', 'bundles', String(process.pid));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const name = path.basename(file, '.ts');
  // One large file loads in half the time of their many small ones.
  await bundleScripts({ [name]: file }, folder, { noExternal: ['zod', 'drizzle-orm'] });
  return path.join(folder, `${name}.mjs`);
}
