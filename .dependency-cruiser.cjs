const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * The import directions of docs/architecture.md, checked on resolved paths so that an alias cannot bypass them.
 * scripts/directions.test.ts plants one violation per rule.
 */

/** What each module may import besides itself. A row may only name modules from rows above it. */
const modules = {
  core: [],
  contract: ['core'],
  service: ['core', 'contract'],
  store: ['core', 'contract'],
  audit: ['core', 'contract', 'store'],
  imports: ['core', 'contract', 'service', 'store', 'audit'],
  'data-protection': ['core', 'contract', 'store', 'audit', 'imports'],
  sponsorship: ['core', 'contract', 'service', 'store', 'audit', 'imports'],
  messages: ['core', 'contract'],
  warnings: ['core', 'contract', 'store', 'audit', 'messages'],
  'import-detail': ['core', 'contract', 'service', 'store', 'audit', 'imports', 'sponsorship', 'messages', 'warnings'],
  webhooks: ['core', 'contract', 'service', 'store', 'audit', 'imports'],
  start: ['core', 'contract', 'service', 'store', 'audit', 'imports', 'sponsorship', 'messages', 'import-detail'],
  outbox: [
    'core',
    'contract',
    'service',
    'store',
    'audit',
    'imports',
    'sponsorship',
    'messages',
    'warnings',
    'import-detail',
    'start',
  ],
  connection: ['core', 'contract', 'service', 'store', 'audit', 'imports', 'webhooks'],
  backup: ['core', 'contract', 'service', 'store', 'audit', 'imports', 'data-protection', 'sponsorship'],
  support: ['core', 'contract', 'service', 'store'],
  insights: ['core', 'contract', 'service', 'store', 'audit', 'imports', 'webhooks', 'connection'],
  live: ['core', 'contract', 'store'],
  auth: ['core', 'contract', 'store', 'audit'],
  keys: ['core', 'contract', 'store', 'audit', 'imports', 'webhooks', 'start', 'outbox', 'connection', 'auth'],
  http: ['core', 'contract', 'messages', 'auth'],
  openapi: ['core', 'contract', 'auth', 'http'],
  query: ['contract'],
};

/** Tests may use real code of other modules and the simulator; `testing` folders hold shared test code. */
const testFiles = String.raw`\.test\.tsx?$|/testing/`;
const inModule = (names) => `^lib/(${names.join('|')})/`;

const contract = path.join(__dirname, 'lib/contract');
const filesWithZod = readdirSync(contract).filter(
  (file) => file.endsWith('.ts') && /from 'zod\b/.test(readFileSync(path.join(contract, file), 'utf8')),
);
const schemaFiles = `^lib/contract/(${filesWithZod.join('|')})$`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(modules).map(([module, allowed]) => ({
      name: `module-${module}`,
      comment: `lib/${module} may import ${allowed.join(', ') || 'no other module'}`,
      severity: 'error',
      from: { path: inModule([module]), pathNot: testFiles },
      to: { path: '^lib/', pathNot: inModule([module, ...allowed]) },
    })),
    {
      name: 'module-unknown',
      comment: 'Every folder in lib needs a row in the table above and in docs/architecture.md',
      severity: 'error',
      from: {},
      to: {
        path: '^lib/',
        pathNot: `${inModule(Object.keys(modules))}|^lib/(compose|create-lifecycle|list-jobs|server|start-server)\\.ts$`,
      },
    },
    {
      name: 'one-decision-state-machine',
      comment: 'Every transition of a decision goes through the transition table',
      severity: 'error',
      from: { pathNot: String.raw`^lib/sponsorship/transition-decision\.ts$|${testFiles}` },
      to: { path: String.raw`^lib/store/sponsorship/move-decision\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'compose-is-top-level',
      comment: 'Modules receive their dependencies; only compose.ts, the entry files and tests compose them',
      severity: 'error',
      from: { path: '^(lib/[^/]+/|components/)', pathNot: testFiles },
      to: { path: String.raw`^lib/(compose|create-lifecycle|list-jobs|server|start-server)\.ts$` },
    },
    {
      name: 'routes-do-not-compose',
      comment: 'Each route has a bundle of its own, which would contain the whole app',
      severity: 'error',
      from: { path: String.raw`^(app/|lib/server\.ts$)`, pathNot: testFiles },
      to: { path: String.raw`^lib/(compose|start-server)\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'telemetry-is-loaded-on-demand',
      comment: 'OpenTelemetry takes memory and start-up time, and is off by default',
      severity: 'error',
      from: { pathNot: testFiles },
      to: {
        path: String.raw`^lib/core/telemetry/open-telemetry\.ts$`,
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'telemetry-in-one-place',
      severity: 'error',
      from: {
        path: '^(app|components|lib|scripts)/',
        pathNot: `^lib/core/telemetry/(open-telemetry|to-otlp-metrics)|${testFiles}`,
      },
      to: { path: '(^|/)node_modules/@opentelemetry/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'lib-does-not-import-ui',
      severity: 'error',
      from: { path: '^lib/', pathNot: testFiles },
      to: { path: '^(app|components|simulator|conformance|scripts|e2e|bench)/' },
    },
    {
      name: 'lib-tests-do-not-import-ui',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components|e2e|bench)/' },
    },
    {
      name: 'components-import-contract-and-query',
      comment: 'Components may also import types; data comes from the API',
      severity: 'error',
      from: { path: '^components/', pathNot: testFiles },
      to: { path: '^lib/', pathNot: inModule(['contract', 'query', 'messages']), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'messages-stay-on-the-server',
      comment: 'Customer pages are server-rendered; anywhere else the catalogues could end up in the browser',
      severity: 'error',
      from: { path: '^components/', pathNot: `^components/customer/|${testFiles}` },
      to: { path: inModule(['messages']), reachable: true },
    },
    {
      name: 'components-do-not-import-pages',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(app|simulator|conformance|scripts|e2e|bench)/' },
    },
    {
      name: 'app-does-not-import-tools',
      severity: 'error',
      from: { path: '^app/', pathNot: testFiles },
      to: { path: '^(simulator|conformance|scripts|e2e|bench)/' },
    },
    {
      name: 'app-calls-operations',
      comment: 'Pages and routes call an operation of a module; only modules query the store',
      severity: 'error',
      from: { path: '^app/', pathNot: testFiles },
      to: { path: inModule(['store']) },
    },
    {
      name: 'sql-in-store-only',
      comment: 'SQL belongs in lib/store; tests may query the database, but not those of browser code',
      severity: 'error',
      from: {
        pathNot: String.raw`(^|/)node_modules/|^lib/store/|^e2e/[^/]+\.spec\.ts$|^(?!lib/query/).*(${testFiles})`,
      },
      to: { path: '(^|/)node_modules/(drizzle-orm|(@types/)?pg|@electric-sql/pglite)/' },
    },
    {
      name: 'queries-in-lib-query-only',
      comment: 'Use a hook from lib/query',
      severity: 'error',
      from: { pathNot: '(^|/)node_modules/|^lib/query/' },
      to: { path: '(^|/)node_modules/@tanstack/' },
    },
    {
      name: 'simulator-is-independent',
      comment: 'The simulator acts as another company, so it shares no code with us',
      severity: 'error',
      from: { path: '^simulator/' },
      to: { path: '^(app|components|lib|conformance|scripts|e2e|bench)/' },
    },
    {
      name: 'conformance-is-independent',
      comment: 'It checks any service from outside, so it must not use the simulator; only its tests start one',
      severity: 'error',
      from: { path: '^conformance/', pathNot: testFiles },
      to: { path: '^(app|components|lib|simulator|scripts|e2e|bench)/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: `${testFiles}|^(e2e|bench)/` },
      to: { path: testFiles, pathNot: '^node_modules/' },
    },
    {
      name: 'no-development-packages-at-run-time',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: testFiles },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@types/' },
    },
    {
      name: 'no-zod-internals',
      severity: 'error',
      from: { pathNot: '(^|/)node_modules/' },
      to: { path: '(^|/)node_modules/zod/(mini|v[34])' },
    },
    {
      name: 'browser-code-does-not-load-zod',
      // Every step is checked because `reachable` follows types too.
      comment: 'Constants that the browser needs are in files of lib/contract without schemas',
      severity: 'error',
      from: {
        path: '^(components|lib/(contract|query))/',
        // Besides the schemas: what is rendered on the server, and the list that `npm run shapes` reads.
        pathNot: String.raw`${testFiles}|${schemaFiles}|/(messages|migration|webhooks)-view\.tsx$|/response-schemas\.ts$`,
      },
      to: { path: schemaFiles, dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      comment: 'An unresolved import cannot be checked',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`(^|/)\.next[^/]*/|next-env\.d\.ts|^bench/peers/` },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css', '.d.ts'],
    },
  },
};
