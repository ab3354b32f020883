/**
 * The directions of architecture.md, checked on resolved paths: an alias does not walk around them. `npm run
 * directions` runs it, and scripts/directions.test.ts plants a violation of each kind and sees it refused.
 */

/** Room by room, what it may import; itself always. Each row names rooms that stand in rows above it. */
const rooms = {
  core: [],
  contract: ['core'],
  service: ['core', 'contract'],
  store: ['core', 'contract'],
  audit: ['core', 'contract', 'store'],
  imports: ['core', 'contract', 'service', 'store', 'audit'],
  sponsorship: ['core', 'contract', 'service', 'store', 'audit', 'imports'],
  webhooks: ['core', 'contract', 'service', 'store', 'audit', 'imports'],
  start: ['core', 'contract', 'service', 'store', 'audit', 'imports', 'sponsorship'],
  insights: ['core', 'contract', 'store'],
  live: ['core', 'contract', 'store'],
  auth: ['core', 'contract', 'store', 'audit'],
  http: ['core', 'contract', 'auth'],
  query: ['contract'],
};

/** Tests use real parts of other rooms, and the simulator; `testing` folders hold what several tests share. */
const forTests = String.raw`\.test\.tsx?$|/testing/`;
const inRoom = (names) => `^lib/(${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `room-${room}`,
      comment: `lib/${room} may import ${allowed.join(', ') || 'nothing of ours'}, see the table of rooms`,
      severity: 'error',
      from: { path: inRoom([room]), pathNot: forTests },
      to: { path: '^lib/', pathNot: inRoom([room, ...allowed]) },
    })),
    {
      name: 'room-unknown',
      comment: 'A folder in lib is a room with a row in the table, here and in docs/architecture.md',
      severity: 'error',
      from: {},
      to: { path: '^lib/', pathNot: `${inRoom(Object.keys(rooms))}|^lib/(compose|server)\\.ts$` },
    },
    {
      name: 'composition-is-the-top',
      comment: 'Rooms are handed what they need; only the composition, the entries and the tests compose',
      severity: 'error',
      from: { path: '^(lib/[^/]+/|components/)', pathNot: forTests },
      to: { path: String.raw`^lib/(compose|server)\.ts$` },
    },
    {
      name: 'server-is-not-composed',
      comment: 'compose.ts is used by scripts and tests as well, where server-only throws',
      severity: 'error',
      from: { path: String.raw`^lib/compose\.ts$` },
      to: { path: String.raw`^lib/server\.ts$` },
    },
    {
      name: 'lib-knows-no-pages',
      severity: 'error',
      from: { path: '^lib/', pathNot: forTests },
      to: { path: '^(app|components|simulator|scripts|e2e|bench)/' },
    },
    {
      name: 'lib-tests-know-no-pages',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components|e2e|bench)/' },
    },
    {
      name: 'components-take-contract-and-query',
      comment: 'and types; the API answers with what a component needs',
      severity: 'error',
      from: { path: '^components/', pathNot: forTests },
      to: { path: '^lib/', pathNot: inRoom(['contract', 'query']), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'components-know-no-pages',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(app|simulator|scripts|e2e|bench)/' },
    },
    {
      name: 'app-knows-no-tools',
      severity: 'error',
      from: { path: '^app/', pathNot: forTests },
      to: { path: '^(simulator|scripts|e2e|bench)/' },
    },
    {
      name: 'simulator-stands-alone',
      comment: 'It plays another company: nothing of ours is in it',
      severity: 'error',
      from: { path: '^simulator/' },
      to: { path: '^(app|components|lib|scripts|e2e|bench)/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: `${forTests}|^(e2e|bench)/` },
      to: { path: forTests, pathNot: '^node_modules/' },
    },
    {
      name: 'no-development-packages-at-run-time',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: forTests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@types/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-dead-ends',
      comment: 'What cannot be resolved cannot be checked',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`(^|/)\.next[^/]*/|next-env\.d\.ts` },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css', '.d.ts'],
    },
  },
};
