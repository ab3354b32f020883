import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const run = promisify(execFile);
const tool = path.resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const folders = ['app', 'components', 'lib', 'simulator', 'conformance', 'scripts', 'e2e', 'bench'];

/** A minimal tree that uses every allowed direction. */
const allowedFiles: Record<string, string> = {
  'lib/core/telemetry/open-telemetry.ts': `import { trace } from '@opentelemetry/api'; export const openTelemetry = trace;`,
  'lib/core/clock.ts': `import { z } from 'zod'; export const clock = 1; export const clockSchema = z.number();`,
  'lib/contract/noun.ts': `import { clock } from '../core/clock'; export const noun = clock;`,
  'lib/contract/noun-schema.ts': `import { z } from 'zod'; export const nounSchema = z.number(); export type Noun = number;`,
  'lib/messages/messages.ts': `import { noun } from '../contract/noun'; export const messages = noun;`,
  'lib/service/client.ts': `import { noun } from '@/lib/contract/noun'; export const client = noun; export type Port = number;`,
  'lib/store/rows.ts': `import { noun } from '../contract/noun'; export { sql } from 'drizzle-orm'; export const rows = noun;`,
  'lib/store/sponsorship/move-decision.ts': 'export const moveDecision = 1;',
  'lib/sponsorship/transition-decision.ts': `import { moveDecision } from '../store/sponsorship/move-decision'; export const transition = moveDecision;`,
  'lib/store/testing/open.ts': `export const open = 1;`,
  'lib/audit/append.ts': `import { rows } from '../store/rows'; export const append = rows;`,
  'lib/imports/observe.ts': `import { client } from '../service/client'; import { append } from '../audit/append'; export const observe = client + append;`,
  'lib/imports/observe.test.ts': `import { start } from '../../simulator/start'; import { open } from '../store/testing/open'; import { sql } from 'drizzle-orm'; console.log(start, open, sql);`,
  'lib/data-protection/erase.ts': `import { observe } from '../imports/observe'; export const erase = observe;`,
  'lib/sponsorship/decide.ts': `import { observe } from '../imports/observe'; export const decide = observe;`,
  'lib/warnings/rules.ts': `import { append } from '../audit/append'; import { messages } from '../messages/messages'; export const rules = append + messages;`,
  'lib/import-detail/read.ts': `import { decide } from '../sponsorship/decide'; import { rules } from '../warnings/rules'; export const read = decide + rules;`,
  'lib/webhooks/receive.ts': `import { observe } from '../imports/observe'; export const receive = observe;`,
  'lib/start/begin.ts': `import { read } from '../import-detail/read'; export const begin = read;`,
  'lib/connection/resolve.ts': `import { receive } from '../webhooks/receive'; export const resolve = receive;`,
  'lib/keys/rotate.ts': `import { begin } from '../start/begin'; import { resolve } from '../connection/resolve'; export const rotate = begin + resolve;`,
  'lib/insights/count.ts': `import { receive } from '../webhooks/receive'; import { resolve } from '../connection/resolve'; export const count = receive + resolve;`,
  'lib/live/publish.ts': `import { rows } from '../store/rows'; export const publish = rows;`,
  'lib/auth/sign-in.ts': `import { append } from '../audit/append'; export const signIn = append;`,
  'lib/http/route.ts': `import { signIn } from '../auth/sign-in'; export const route = signIn;`,
  'lib/query/use-noun.ts': `import { noun } from '../contract/noun'; import type { Noun } from '../contract/noun-schema'; export { useQuery } from '@tanstack/react-query'; export const useNoun: Noun = noun;`,
  'lib/compose.ts': `import { begin } from './start/begin'; import { route } from './http/route'; export const compose = begin + route; export const load = () => import('./core/telemetry/open-telemetry'); export type Compose = number;`,
  'lib/server.ts': `import type { Compose } from './compose'; export const server: Compose = 1;`,
  'lib/start-server.ts': `import { compose } from './compose'; export const start = compose;`,
  'components/customer/page.tsx': `import { messages } from '@/lib/messages/messages'; export const page = messages;`,
  'components/list.tsx': `import { useNoun } from '@/lib/query/use-noun'; import type { Port } from '@/lib/service/client'; export const list: Port = useNoun;`,
  'app/page.tsx': `import { list } from '@/components/list'; import { page } from '@/components/customer/page'; import { server } from '@/lib/server'; export default list + page + server;`,
  'simulator/start.ts': 'export const start = 1;',
  'conformance/check.ts': 'export const check = 1;',
  'conformance/check.test.ts': `import { start } from '../simulator/start'; console.log(start);`,
  'scripts/staff.ts': `import { compose } from '../lib/compose'; console.log(compose);`,
  'e2e/open.ts': `import { start } from '../simulator/start'; console.log(start);`,
  'bench/run.ts': `import { open } from '../lib/store/testing/open'; console.log(open);`,
};

type PlantedFile = [rule: string, file: string, content: string];

const { forbidden } = z
  .object({ forbidden: z.array(z.object({ name: z.string() })) })
  .parse(createRequire(import.meta.url)('../.dependency-cruiser.cjs'));
const rules = forbidden.map(({ name }) => name);

/** No module may import query, and query may not import core. */
const plantModuleViolation = (rule: string): PlantedFile => {
  const module = rule.replace('module-', '');
  const imported = module === 'query' ? '../core/clock' : '../query/use-noun';
  return [rule, `lib/${module}/bad.ts`, `export * from '${imported}';`];
};

/** One file per violation, with the rule that must reject it. */
const plantedFiles: PlantedFile[] = [
  ...rules.filter((rule) => rule.startsWith('module-') && rule !== 'module-unknown').map(plantModuleViolation),
  ['module-unknown', 'scripts/bad-module.ts', `import { x } from '../lib/attic/thing'; console.log(x);`],
  [
    'one-decision-state-machine',
    'lib/sponsorship/bad-move.ts',
    `import { moveDecision } from '../store/sponsorship/move-decision'; export const bad = moveDecision;`,
  ],
  ['compose-is-top-level', 'lib/start/bad-top.ts', `import { compose } from '../compose'; export const bad = compose;`],
  [
    'routes-do-not-compose',
    'app/bad-compose.ts',
    `import { compose } from '@/lib/compose'; export const bad = compose;`,
  ],
  [
    'telemetry-is-loaded-on-demand',
    'lib/core/bad-telemetry.ts',
    `import { openTelemetry } from './telemetry/open-telemetry'; export const bad = openTelemetry;`,
  ],
  [
    'telemetry-in-one-place',
    'lib/http/bad-telemetry.ts',
    `import { trace } from '@opentelemetry/api'; export const bad = trace;`,
  ],
  [
    'lib-does-not-import-ui',
    'lib/live/bad-page.ts',
    `import { list } from '@/components/list'; export const bad = list;`,
  ],
  [
    'lib-does-not-import-ui',
    'lib/live/bad-simulator.ts',
    `import { start } from '../../simulator/start'; export const bad = start;`,
  ],
  [
    'lib-tests-do-not-import-ui',
    'lib/live/bad.test.ts',
    `import { list } from '@/components/list'; console.log(list);`,
  ],
  [
    'components-import-contract-and-query',
    'components/bad.tsx',
    `import { rows } from '@/lib/store/rows'; export const bad = rows;`,
  ],
  [
    'components-import-contract-and-query',
    'components/bad-core.tsx',
    `import { clock } from '../lib/core/clock'; export const bad = clock;`,
  ],
  [
    'messages-stay-on-the-server',
    'components/bad-messages.tsx',
    `import { messages } from '@/lib/messages/messages'; export const bad = messages;`,
  ],
  [
    'components-do-not-import-pages',
    'components/bad-page.tsx',
    `import page from '../app/page'; export const bad = page;`,
  ],
  ['app-does-not-import-tools', 'app/bad.tsx', `import { start } from '@/simulator/start'; export const bad = start;`],
  [
    'app-calls-operations',
    'app/bad-query.tsx',
    `import type { rows } from '@/lib/store/rows'; export const bad: typeof rows = 1;`,
  ],
  ['sql-in-store-only', 'lib/imports/bad-sql.ts', `export { sql } from 'drizzle-orm/sql';`],
  ['sql-in-store-only', 'app/bad-driver.ts', `import pg from 'pg'; export const bad = pg;`],
  ['sql-in-store-only', 'lib/query/bad-sql.test.ts', `import { sql } from 'drizzle-orm'; console.log(sql);`],
  [
    'queries-in-lib-query-only',
    'components/bad-hook.tsx',
    `import { useQuery } from '@tanstack/react-query'; export const bad = useQuery;`,
  ],
  [
    'simulator-is-independent',
    'simulator/bad.ts',
    `import { noun } from '@/lib/contract/noun'; export const bad = noun;`,
  ],
  [
    'conformance-is-independent',
    'conformance/bad.ts',
    `import { start } from '../simulator/start'; export const bad = start;`,
  ],
  [
    'tests-are-not-imported',
    'lib/audit/bad-test.ts',
    `import { open } from '../store/testing/open'; export const bad = open;`,
  ],
  [
    'no-development-packages-at-run-time',
    'lib/core/bad-package.ts',
    `import { test } from 'vitest'; export const bad = test;`,
  ],
  [
    'no-zod-internals',
    'lib/contract/bad-zod.ts',
    `import type * as z from 'zod/v4/core'; export type Bad = z.$ZodType;`,
  ],
  [
    'browser-code-does-not-load-zod',
    'components/bad-schema.tsx',
    `import { nounSchema } from '@/lib/contract/noun-schema'; export const bad = nounSchema;`,
  ],
  [
    'browser-code-does-not-load-zod',
    'lib/contract/bad-constant.ts',
    `import { nounSchema } from './noun-schema'; export const bad = nounSchema;`,
  ],
  ['no-cycles', 'lib/core/bad-round.ts', `import { trip } from './bad-trip'; export const round = () => trip;`],
  ['no-unresolved', 'lib/core/bad-nowhere.ts', `import { gone } from './gone'; export const bad = gone;`],
];
const supportingFiles: Record<string, string> = {
  'lib/attic/thing.ts': 'export const x = 1;',
  'lib/core/bad-trip.ts': `import { round } from './bad-round'; export const trip = () => round;`,
};

const reportSchema = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
});

type Violation = z.infer<typeof reportSchema>['summary']['violations'][number];

let root = '';
let violations: Violation[] = [];
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'landfall-directions-'));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
    await cp(file, path.join(root, file));
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
  const planted = Object.fromEntries(plantedFiles.map(([, file, content]) => [file, content]));
  await writeFiles({ ...allowedFiles, ...supportingFiles, ...planted });
  violations = await findViolations();
});
afterAll(() => rm(root, { recursive: true, force: true }));

const writeFiles = async (files: Record<string, string>) => {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
};
const findViolations = async () => {
  const args = [tool, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 20_000_000 }).catch(
    (failed: { stdout: string }) => failed,
  );
  return reportSchema.parse(JSON.parse(stdout)).summary.violations;
};

describe('import directions', () => {
  test('every rule has a violation', () => {
    const planted = new Set(plantedFiles.map(([rule]) => rule));
    expect(rules.filter((rule) => !planted.has(rule))).toEqual([]);
  });

  test('every allowed direction passes', () => {
    expect(violations.filter(({ from }) => from in allowedFiles)).toEqual([]);
  });

  test('every violation is rejected, however the path is written', () => {
    const found = new Set(violations.map(({ rule, from }) => `${rule.name} ${from}`));
    const missed = plantedFiles.map(([rule, file]) => `${rule} ${file}`).filter((each) => !found.has(each));
    expect(missed).toEqual([]);
  });
});
