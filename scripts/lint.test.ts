import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const banned: [why: string, rule: string, file: string, text: string][] = [
  ['the environment', 'landfall(no-environment)', 'lib/auth/a.ts', `export const a = process.env.X;`],
  ['the environment, by index', 'landfall(no-environment)', 'lib/auth/b.ts', `export const a = process['env'];`],
  [
    'the environment, destructured',
    'landfall(no-environment)',
    'app/x/page.tsx',
    `const { env } = process; export const a = env;`,
  ],
  [
    'the environment, imported',
    'landfall(no-environment)',
    'simulator/a.ts',
    `import { env } from 'node:process'; export const a = env;`,
  ],
  ['the environment in a test', 'landfall(no-environment)', 'lib/auth/a.test.ts', `export const a = process.env.X;`],
  ['Response', 'eslint(no-restricted-globals)', 'lib/imports/a.ts', `export const a = () => new Response('x');`],
  [
    'NextResponse',
    'landfall(no-next-response)',
    'lib/imports/b.ts',
    `import { NextResponse } from 'next/server'; export const a = NextResponse;`,
  ],
  [
    'NextResponse, with all of its module',
    'landfall(no-next-response)',
    'lib/imports/e.ts',
    `import * as server from 'next/server'; export const a = server.NextResponse;`,
  ],
  [
    'NextResponse, exported again',
    'landfall(no-next-response)',
    'lib/imports/f.ts',
    `export { NextResponse as A } from 'next/server';`,
  ],
  [
    'NextResponse, imported later',
    'landfall(no-next-response)',
    'lib/imports/g.ts',
    `export const a = () => import('next/server');`,
  ],
  [
    'Playwright’s own test in a browser test',
    'landfall(no-playwright-test)',
    'e2e/a.spec.ts',
    `import { test } from '@playwright/test'; export const a = test;`,
  ],
  [
    'Playwright’s own test, with all of its module',
    'landfall(no-playwright-test)',
    'e2e/c.spec.ts',
    `import * as playwright from '@playwright/test'; export const a = playwright.test;`,
  ],
  [
    'Playwright’s own test outside the tests',
    'landfall(no-playwright-test)',
    'e2e/screenshots/a.ts',
    `import { expect } from '@playwright/test'; export const a = expect;`,
  ],
  ['a cast of JSON', 'landfall(no-cast-json)', 'lib/core/g.ts', `export const a = JSON.parse('1') as number;`],
  [
    'a cast of a response',
    'landfall(no-cast-json)',
    'lib/query/a.ts',
    `export const a = async (r: { json(): unknown }) => (await r.json()) as number;`,
  ],
  [
    'a cast of JSON in a browser test',
    'landfall(no-cast-json)',
    'e2e/b.spec.ts',
    `export const a = JSON.parse('1') as number;`,
  ],
  ['a text in an element', 'landfall(labels)', 'components/audit/a.tsx', `export const a = <p>Saved</p>;`],
  [
    'a text in an attribute',
    'landfall(labels)',
    'app/(staff)/x/a.tsx',
    `export const a = (b: boolean) => <img alt={b ? 'Saved' : 'Failed'} />;`,
  ],
  [
    'a form that browsers check',
    'landfall(no-browser-messages)',
    'components/h.tsx',
    `export const a = <form method="post"><input required /></form>;`,
  ],
  ['a default export', 'landfall(no-default-export)', 'lib/core/h.ts', `export default 1;`],
  ['a barrel', 'landfall(no-barrel)', 'lib/core/i.ts', `export * from './clock';`],
  ['console', 'eslint(no-console)', 'lib/core/j.ts', `console.log(1);`],
  ['a vague name', 'landfall(file-names)', 'lib/core/utils.ts', `export const a = 1;`],
  ['a vague folder', 'landfall(file-names)', 'components/common/a.tsx', `export const a = 1;`],
  ['a name not in kebab-case', 'landfall(file-names)', 'components/ui/DataTable.tsx', `export const a = 1;`],
  [
    'a fixed wait',
    'landfall(no-fixed-wait)',
    'e2e/a.ts',
    `export const a = (page: { waitForTimeout(n: number): void }) => page.waitForTimeout(5);`,
  ],
  [
    'a rule disabled for a line',
    'landfall(no-disabled-rules)',
    'lib/core/k.ts',
    `// oxlint-disable-next-line no-console\nexport const a = 1;`,
  ],
  [
    'rules disabled for a file',
    'landfall(no-disabled-rules)',
    'lib/core/l.ts',
    `/* oxlint-disable */\nexport const a = 1;`,
  ],
  ['a comment for ESLint', 'landfall(no-disabled-rules)', 'lib/core/m.ts', `/* eslint-disable */\nexport const a = 1;`],
  [
    'HTML from a string',
    'react(no-danger)',
    'components/e.tsx',
    `export const a = <p dangerouslySetInnerHTML={{ __html: '' }} />;`,
  ],
];

const allowed: [why: string, file: string, text: string][] = [
  ['the environment in an entry file', 'lib/start-server.ts', `export const a = process.env.X;`],
  ['the environment in a script', 'scripts/a.ts', `export const a = process.env.X;`],
  ['Response in a route', 'app/api/y/route.ts', `export const a = () => new Response('x');`],
  ['Response in the route wrapper', 'lib/http/a.ts', `export const a = () => new Response('x');`],
  [
    'Playwright’s own test in the fixtures',
    'e2e/fixtures/a.ts',
    `import { test } from '@playwright/test'; export const a = test;`,
  ],
  [
    'types of Playwright in a browser test',
    'e2e/d.spec.ts',
    `import type { Page } from '@playwright/test'; export type A = Page;`,
  ],
  ['a cast of JSON in a test', 'lib/core/o.test.ts', `export const a = JSON.parse('1') as number;`],
  [
    'a default export where Next requires it',
    'app/(staff)/imports/[id]/page.tsx',
    `export default function Page() { return null; }`,
  ],
  ['a form with errors of its own', 'components/i.tsx', `export const a = <form noValidate />;`],
  [
    'a form of useFormErrors',
    'components/j.tsx',
    `export const A = ({ formProps }: { formProps: object }) => <form {...formProps} />;`,
  ],
  ['the time in a page', 'app/y/page.tsx', `export default function Page() { return <p>{Date.now()}</p>; }`],
  [
    'a text on a page for customers',
    'app/(customer)/x/page.tsx',
    `export default function Page() { return <p>Hello</p>; }`,
  ],
];

const reportSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });
let found: z.infer<typeof reportSchema>['diagnostics'];
const violatedRules = (file: string) => found.filter(({ filename }) => filename === file).map(({ code }) => code);

/** All texts are linted in one run, in a folder with our configuration. */
beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'landfall-lint-'));
  try {
    for (const name of ['.oxlintrc.json', 'scripts/lint-rules']) cpSync(name, join(root, name), { recursive: true });
    for (const [file, text] of [
      ...banned.map(([, , ...planted]) => planted),
      ...allowed.map(([, ...planted]) => planted),
    ]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text, { flag: 'wx' });
    }
    const args = [resolve('node_modules/oxlint/bin/oxlint'), '--format', 'json'];
    const output = await new Promise<string>((done) => {
      execFile(process.execPath, args, { cwd: root }, (_error, stdout) => done(stdout));
    });
    found = reportSchema.parse(JSON.parse(output)).diagnostics;
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('the linter', () => {
  test.each(banned)('rejects %s', (_why, rule, file) => {
    expect(violatedRules(file)).toContain(rule);
  });

  test.each(allowed)('allows %s', (_why, file) => {
    expect(violatedRules(file)).toEqual([]);
  });
});
