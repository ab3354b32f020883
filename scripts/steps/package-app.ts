import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import nextConfig from '../../next.config.mjs';
import { buildApp } from './build-app';
import { bundleScripts } from './bundle-scripts';
import type { LaunchContext } from './children.mjs';
import { CliError } from './cli-error.mjs';

/** @internal Plain JavaScript that runs, and files that are read at run time. */
export const copied = [
  'scripts/serve.mjs',
  'scripts/check-health.mjs',
  'scripts/server',
  'scripts/steps',
  'lib/core',
  'lib/http/app-hooks.mjs',
  'lib/store/database/pglite-thread.mjs',
  'lib/store/migrations',
  'public',
  'LICENSE',
];

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

/**
 * Makes the folder that the image contains: Next's standalone output, our HTTP server in front of it, and the commands as
 * bundles. It needs Node and nothing else, and nothing is written into it.
 */
export async function packageApp(context: LaunchContext, { dist, out }: { dist: string; out: string }): Promise<void> {
  const { root } = context;
  await buildApp(context, dist);
  await removePackage(out);
  // The rest of the standalone output is sources, which Next includes because files are read relative to them.
  for (const path of ['node_modules', dist, 'package.json']) {
    await cp(join(root, dist, 'standalone', path), join(out, path), {
      recursive: true,
      verbatimSymlinks: true,
      // Resizes pictures, which next.config.mjs switches off.
      filter: (source) => !/node_modules\/(sharp|@img)$/.test(source),
    });
  }
  await cp(join(root, dist, 'static'), join(out, dist, 'static'), { recursive: true });
  for (const path of copied) {
    await cp(join(root, path), join(out, path), {
      recursive: true,
      filter: (source) => !/\.(ts|md)$|\/testing$|_snapshot\.json$/.test(source),
    });
  }
  await bundleCommands(root, out);
}

/** Only what an earlier run made, without the data of an installation. */
async function removePackage(out: string): Promise<void> {
  const files = await readdir(out).catch((): string[] => []);
  const isPackage = files.includes('commands') && !files.some((name) => name === '.env' || name === '.data');
  if (files.length > 0 && !isPackage) throw new CliError(`${out} is not empty. Name a new folder.`);
  await rm(out, { recursive: true, force: true });
}

async function bundleCommands(root: string, out: string): Promise<void> {
  const commands = readCommands(root);
  await bundleScripts(commands, join(out, 'commands'), {
    noExternal: true,
    external: nextConfig.serverExternalPackages ?? [],
    rewrite: (code) => nameCommands(code, commands),
  });
  const names = Object.keys(commands).sort();
  await mkdir(join(out, 'bin'), { recursive: true });
  await writeFile(join(out, 'bin', 'landfall'), launcher(names), { mode: 0o755 });
}

/** @internal Help and messages name the command as it is called from the package. */
export function nameCommands(code: string, commands: object): string {
  return code.replace(/npm run ([a-z-]+)( --(silent\b)?)?/g, (text, name) =>
    name in commands ? `landfall ${name}` : text,
  );
}

/** @internal By name: the scripts of package.json that run a TypeScript file of ours and belong to a running installation. */
export function readCommands(root: string): Record<string, string> {
  const { scripts } = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const found = Object.entries(scripts).flatMap(([name, line]) => {
    const [, file] = /^tsx (scripts\/(?!make-|package)[\w-]+\.ts)$/.exec(line) ?? [];
    return file === undefined ? [] : [[name, join(root, file)]];
  });
  return Object.fromEntries(found);
}

const launcher = (names: readonly string[]) => `#!/usr/bin/env node
import { fileURLToPath } from 'node:url';

const names = ${JSON.stringify(names)};
const [name] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  process.stderr.write(\`Usage: landfall \${names.join('|')} [--help]\\n\`);
  process.exit(1);
}
// Migrations are found from here.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await import(\`../commands/\${name}.mjs\`);
`;
