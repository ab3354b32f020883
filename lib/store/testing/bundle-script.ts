import { rmSync } from 'node:fs';
import path from 'node:path';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript file that a test runs as a process: starting it with tsx takes three times the CPU time. The
 * bundle is inside the project, so that it finds the packages.
 */
export function bundleScript(file: string): Promise<string> {
  let bundle = bundles.get(file);
  if (bundle === undefined) bundles.set(file, (bundle = createBundle(file)));
  return bundle;
}

async function createBundle(file: string): Promise<string> {
  // Workers run at the same time, so each has its own folder.
  const folder = path.resolve('.test', 'bundles', String(process.pid));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const name = `${path.basename(file, '.ts')}.mjs`;
  // Loaded here, because most processes that import this file bundle nothing.
  const { build } = await import('vite');
  await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    // One large file loads in half the time of their many small ones.
    ssr: { noExternal: ['zod', 'drizzle-orm'] },
    build: {
      ssr: path.resolve(file),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: name } },
    },
  });
  return path.join(folder, name);
}
