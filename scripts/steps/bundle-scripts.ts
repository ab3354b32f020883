import path from 'node:path';

interface BundleOptions {
  /** Packages that go into the bundles; true: all except `external`. */
  noExternal: true | string[];
  external?: readonly string[];
  /** Changes the code of each bundle. */
  rewrite?: (code: string) => string;
}

/** Bundles TypeScript entry files into `folder`, by their names: starting them with tsx takes three times the CPU time. */
export async function bundleScripts(
  entries: Readonly<Record<string, string>>,
  folder: string,
  { noExternal, external = [], rewrite }: BundleOptions,
): Promise<void> {
  // Loaded here, because most processes that import this file bundle nothing.
  const { build } = await import('vite');
  await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: rewrite ? [{ name: 'rewrite', renderChunk: (code) => ({ code: rewrite(code), map: null }) }] : [],
    ssr: { noExternal, external: [...external] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.resolve(file)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs' },
      },
    },
  });
}
