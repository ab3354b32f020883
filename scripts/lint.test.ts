import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

const eslint = new ESLint({ cwd: process.cwd() });

/** Lints this text as if it were that file, without writing it. */
async function violatedRules(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: file });
  return [...new Set(result?.messages.map(({ ruleId }) => ruleId ?? 'noInlineConfig'))];
}

const banned: [why: string, rule: string, file: string, text: string][] = [
  ['the environment', 'no-restricted-syntax', 'lib/auth/planted.ts', `export const a = process.env.X;`],
  ['the environment, by index', 'no-restricted-syntax', 'lib/auth/planted.ts', `export const a = process['env'];`],
  [
    'the environment, destructured',
    'no-restricted-syntax',
    'app/x/page.tsx',
    `const { env } = process; export const a = env;`,
  ],
  [
    'the environment, imported',
    'no-restricted-syntax',
    'simulator/planted.ts',
    `import { env } from 'node:process'; export const a = env;`,
  ],
  ['Response', 'no-restricted-globals', 'lib/imports/planted.ts', `export const a = () => new Response('x');`],
  [
    'NextResponse',
    '@typescript-eslint/no-restricted-imports',
    'lib/imports/planted.ts',
    `import { NextResponse } from 'next/server'; export const a = NextResponse;`,
  ],
  [
    'useQuery',
    '@typescript-eslint/no-restricted-imports',
    'components/planted.tsx',
    `import { useQuery } from '@tanstack/react-query'; export const a = useQuery;`,
  ],
  [
    'useQuery in app',
    '@typescript-eslint/no-restricted-imports',
    'app/x/planted.tsx',
    `import { useQuery } from '@tanstack/react-query'; export const a = useQuery;`,
  ],
  [
    'Playwright’s own test in a browser test',
    '@typescript-eslint/no-restricted-imports',
    'e2e/planted.spec.ts',
    `import { test } from '@playwright/test'; export const a = test;`,
  ],
  [
    'SQL',
    '@typescript-eslint/no-restricted-imports',
    'lib/imports/planted.ts',
    `import { sql } from 'drizzle-orm/sql'; export const a = sql;`,
  ],
  [
    'a database driver',
    '@typescript-eslint/no-restricted-imports',
    'app/api/x/route.ts',
    `import pg from 'pg'; export const a = pg;`,
  ],
  ['any', '@typescript-eslint/no-explicit-any', 'lib/core/planted.ts', `export const a = (b: any) => String(b);`],
  ['!', '@typescript-eslint/no-non-null-assertion', 'lib/core/planted.ts', `export const a = (b?: string) => b!;`],
  ['a cast of JSON', 'no-restricted-syntax', 'lib/core/planted.ts', `export const a = JSON.parse('1') as number;`],
  [
    'a cast of a response',
    'no-restricted-syntax',
    'lib/query/planted.ts',
    `export const a = async (r: { json(): unknown }) => (await r.json()) as number;`,
  ],
  ['a text in an element', 'landfall/labels', 'components/audit/planted.tsx', `export const a = <p>Saved</p>;`],
  [
    'a text in an attribute',
    'landfall/labels',
    'app/(staff)/x/planted.tsx',
    `export const a = (b: boolean) => <img alt={b ? 'Saved' : 'Failed'} />;`,
  ],
  ['a default export', 'no-restricted-syntax', 'lib/core/planted.ts', `export default 1;`],
  ['a barrel', 'no-restricted-syntax', 'lib/core/planted.ts', `export * from './clock';`],
  ['console', 'no-console', 'lib/core/planted.ts', `console.log(1);`],
  ['a vague name', 'landfall/file-names', 'lib/core/utils.ts', `export const a = 1;`],
  ['a vague folder', 'landfall/file-names', 'components/common/planted.tsx', `export const a = 1;`],
  ['a name not in kebab-case', 'landfall/file-names', 'components/ui/DataTable.tsx', `export const a = 1;`],
  [
    'a fixed wait',
    'no-restricted-syntax',
    'e2e/planted.ts',
    `export const a = (page: { waitForTimeout(n: number): void }) => page.waitForTimeout(5);`,
  ],
  [
    'a disabled rule',
    'noInlineConfig',
    'lib/core/planted.ts',
    `// eslint-disable-next-line no-console\nexport const a = 1;`,
  ],
  ['a to-do comment', 'no-warning-comments', 'lib/core/planted.ts', `// ${'TO' + 'DO'}: later\nexport const a = 1;`],
];

const allowed: [why: string, file: string, text: string][] = [
  ['the environment in an entry file', 'lib/start-server.ts', `export const a = process.env.X;`],
  ['the environment in a script', 'scripts/planted.ts', `export const a = process.env.X;`],
  ['Response in a route', 'app/api/x/route.ts', `export const a = () => new Response('x');`],
  ['Response in the route wrapper', 'lib/http/planted.ts', `export const a = () => new Response('x');`],
  [
    'useQuery in lib/query',
    'lib/query/planted.ts',
    `import { useQuery } from '@tanstack/react-query'; export const a = useQuery;`,
  ],
  ['SQL in lib/store', 'lib/store/planted.ts', `import { sql } from 'drizzle-orm'; export const a = sql;`],
  [
    'a default export where Next requires it',
    'app/(staff)/imports/[id]/page.tsx',
    `export default function Page() { return null; }`,
  ],
];

describe('the linter', () => {
  test.each(banned)('rejects %s', async (_why, rule, file, text) => {
    expect(await violatedRules(file, text)).toContain(rule);
  });

  test.each(allowed)('allows %s', async (_why, file, text) => {
    expect(await violatedRules(file, text)).toEqual([]);
  });
});
