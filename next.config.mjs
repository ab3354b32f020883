/** @type {import('next').NextConfig} */
const config = {
  // Tests build into a folder of their own, so that they can run beside a running app.
  distDir: process.env.LANDFALL_DIST ?? '.next',
  // The files that the server needs, collected for `npm run package`.
  output: 'standalone',
  // PGlite brings WebAssembly and data files, pg and argon2 bring native parts: none of them survives bundling.
  serverExternalPackages: ['@electric-sql/pglite', 'pg', '@node-rs/argon2', 'pino', 'undici', 'drizzle-orm'],
  images: { unoptimized: true },
  poweredByHeader: false,
  // By scripts/server/send-whole.mjs.
  compress: false,
  productionBrowserSourceMaps: false,
  // The trailing-slash redirect would carry none of our headers; `create-page-preparer.ts` answers for such addresses instead.
  skipTrailingSlashRedirect: true,
  // Types and lint are stages of their own in `npm test`; the build need not repeat them.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  headers: async () => [
    {
      source: '/embed.js',
      headers: [
        // Partners' pages load it by this address, so that an upgrade reaches them within minutes.
        { key: 'Cache-Control', value: 'public, max-age=300, stale-while-revalidate=86400' },
        { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
        // Browsers load modules of other origins only with this. The file is the same for everyone.
        { key: 'Access-Control-Allow-Origin', value: '*' },
      ],
    },
  ],
  experimental: {
    // `forbidden()`, for pages that a role may not open. Otherwise they would be a 404 like pages that do not exist.
    authInterrupts: true,
    // Halves the time of a build and keeps names in stack traces; server code is never downloaded.
    serverMinification: false,
    // Writing it costs a third of a build, and most builds are the only one of their version.
    turbopackFileSystemCacheForBuild: false,
    // Loading every route takes most of the start, and keeps in memory those that are never called.
    preloadEntriesOnStart: false,
  },
};

export default config;
