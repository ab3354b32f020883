import { existsSync } from 'node:fs';
import path from 'node:path';
import next from 'eslint-config-next/core-web-vitals';
import tseslint from 'typescript-eslint';

/**
 * Import directions are checked in .dependency-cruiser.cjs, on resolved paths. scripts/lint.test.ts plants one
 * violation per ban below.
 */

const tests = ['**/*.test.{ts,tsx}', '**/testing/**'];
const code = '**/*.{ts,tsx,mts,mjs,cjs,js}';

/** Only these files read the environment; all other code receives parsed settings. */
const entries = [
  'lib/start-server.ts',
  'scripts/**',
  '*.config.{ts,mjs}',
  'proxy.ts',
  'instrumentation.ts',
  'simulator/main.ts',
  'conformance/main.ts',
  'bench/main.ts',
  'bench/apps/with-bench.ts',
];

/** Where React code is. */
const react = ['app/**', 'components/**', 'lib/query/**', '*.{ts,mjs}'];

/** Next finds these by their default export. */
const nextEntries = [
  'app/**/{page,layout,loading,error,global-error,not-found,forbidden,template,default,manifest,robots,sitemap,icon,opengraph-image}.{ts,tsx}',
  '*.config.{ts,mjs}',
];

const bans = {
  environment: [
    'MemberExpression[object.name="process"][property.name="env"]',
    'MemberExpression[object.name="process"][property.value="env"]',
    'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
    'ImportDeclaration[source.value=/^(node:)?process$/]',
  ].map((selector) => ({
    selector,
    message: 'Only entry files read the environment; use parsed settings.',
  })),
  defaultExport: [
    {
      selector: 'ExportDefaultDeclaration',
      message: 'Use named exports; default exports only where Next requires one.',
    },
  ],
  barrel: [{ selector: 'ExportAllDeclaration', message: 'No barrel files: import from the file that defines it.' }],
  castJson: [
    'TSAsExpression > CallExpression[callee.object.name="JSON"][callee.property.name="parse"]',
    'TSAsExpression > AwaitExpression > CallExpression[callee.property.name="json"]',
  ].map((selector) => ({ selector, message: 'Parse external data with a schema; a cast checks nothing.' })),
  sleep: [
    {
      selector: 'CallExpression[callee.property.name="waitForTimeout"]',
      message: 'Wait for a condition, never for a fixed time.',
    },
  ],
};
const restrict = (...groups) => ({ 'no-restricted-syntax': ['error', ...groups.flat()] });

const packages = {
  sql: {
    regex: '^(drizzle-orm|pg|@electric-sql/pglite)(/|$)',
    message: 'SQL belongs in lib/store.',
  },
  query: {
    regex: '^@tanstack/react-query(/|$)',
    message: 'Use a hook from lib/query.',
  },
  response: {
    regex: '^next/server$',
    importNames: ['NextResponse'],
    message: 'Only app and lib/http create responses.',
  },
  playwright: {
    regex: '^@playwright/test$',
    importNames: ['test', 'expect'],
    message: 'Import them from e2e/fixtures/test, which fails on browser errors.',
  },
};
const restrictImports = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

const vague = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'index', 'shared', 'lib']);

/** Kebab-case everywhere; Next has its own names inside app. */
const fileNames = {
  meta: { type: 'problem', schema: [], messages: { vague: '{{why}}' } },
  create(context) {
    return {
      Program(node) {
        const relative = path.relative(context.cwd, context.filename);
        const parts = relative.split(path.sep);
        const stem = (parts.pop() ?? '').replace(/(\.(test|spec|bench|drill|config|d))?\.[a-z]+$/, '');
        const inner = parts.slice(1);
        const report = (why) => context.report({ node, messageId: 'vague', data: { why } });
        for (const name of [...inner, stem]) {
          if (vague.has(name)) report(`"${name}" is too vague; use a specific name.`);
        }
        if (existsSync(path.join(path.dirname(context.filename), stem))) {
          report(`"${stem}" is also a folder here; use different names.`);
        }
        const named = parts[0] === 'app' ? [stem] : [...inner, stem];
        for (const name of named) {
          if (!/^\.?[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) report(`"${name}" is not in kebab-case.`);
        }
      },
    };
  },
};

/** Texts that staff read are in the labels.ts of their feature folder, where they can be reviewed together. */
const labelledAttributes =
  '/^(aria-label|aria-description|title|placeholder|label|alt|summary|meta|hint|tooltip|description)$/';
const labels = {
  meta: { type: 'problem', schema: [], messages: { inline: 'Put this text into the labels.ts of this folder.' } },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'inline' });
    const text =
      ':matches(Literal[value=/[A-Za-z]{2}/], TemplateLiteral:has(> TemplateElement[value.raw=/[A-Za-z]{2}/]))';
    const child = ':matches(JSXElement, JSXFragment) > JSXExpressionContainer';
    return {
      'JSXText[value=/[A-Za-z]{2}/]': report,
      [`${child} > ${text}`]: report,
      [`${child} > :matches(ConditionalExpression, LogicalExpression) > ${text}`]: report,
      [`JSXAttribute[name.name=${labelledAttributes}] > ${text}`]: report,
      [`JSXAttribute[name.name=${labelledAttributes}] > JSXExpressionContainer > ${text}`]: report,
      [`JSXAttribute[name.name=${labelledAttributes}] > JSXExpressionContainer > ConditionalExpression > ${text}`]:
        report,
    };
  },
};

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '.next*/**',
      '.data*/**',
      '.test/**',
      '.landfall/**',
      'test-results',
      'next-env.d.ts',
      'public',
      // Packages of their own, which know none of our modules.
      'bench/peers',
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  // Without this, React's rules would also analyse every function of the server.
  ...next.map((config) => (config.ignores && !config.rules ? config : { ...config, files: react })),
  { files: ['**/*.{ts,tsx,mts}'], extends: [tseslint.configs.strict, tseslint.configs.stylistic] },
  {
    files: [code],
    plugins: { landfall: { rules: { 'file-names': fileNames, labels } } },
    rules: {
      'landfall/file-names': 'error',
      ...restrict(bans.environment, bans.defaultExport, bans.barrel, bans.castJson),
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      'no-eval': 'error',
      eqeqeq: ['error', 'always'],
      'prefer-const': ['error', { ignoreReadBeforeAssign: true }],
      'no-param-reassign': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    rules: {
      'import/no-anonymous-default-export': 'off',
      // A rule for CommonJS, which we do not use.
      '@next/next/no-assign-module-variable': 'off',
      // Our server does not optimise images (`images.unoptimized`), so next/image has no benefit.
      '@next/next/no-img-element': 'off',
    },
  },
  { files: ['**/*.tsx'], rules: { 'react/no-danger': 'error' } },
  // Customers read the message files of their language.
  {
    files: ['app/**/*.tsx', 'components/**/*.tsx'],
    ignores: [...tests, 'app/(customer)/**', 'components/customer/**'],
    rules: { 'landfall/labels': 'error' },
  },
  {
    files: ['**/*.{ts,tsx,mts}'],
    rules: {
      ...restrictImports(packages.sql, packages.query, packages.response),
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Explicit `undefined` and deliberately empty functions are fine.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Type or interface, record or index signature: both are fine.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      'no-restricted-globals': [
        'error',
        { name: 'Response', message: 'Only app and lib/http create responses.' },
        { name: 'event', message: 'Pass the event as an argument.' },
      ],
    },
  },
  { files: ['lib/**', 'app/**', 'components/**'], ignores: tests, rules: { 'no-console': 'error' } },
  // In the browser, the console is the only place to report a crash to a developer.
  { files: ['components/shell/crash-page.tsx'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
  // A style sheet built from colours that a schema has parsed.
  { files: ['components/customer/brand-style.tsx'], rules: { 'react/no-danger': 'off' } },
  // Pages and layouts render once per request on the server, where reading the time is fine.
  { files: ['app/**'], rules: { 'react-hooks/purity': 'off' } },
  { files: ['lib/store/**', 'drizzle.config.ts'], rules: restrictImports(packages.query, packages.response) },
  { files: ['lib/query/**'], rules: restrictImports(packages.sql, packages.response) },
  {
    files: ['app/**', 'lib/http/**', 'proxy.ts'],
    rules: { ...restrictImports(packages.sql, packages.query), 'no-restricted-globals': 'off' },
  },
  // Tests query the database, send raw HTTP and assert on values they just read.
  {
    files: tests,
    rules: {
      ...restrict(bans.environment, bans.defaultExport, bans.barrel),
      ...restrictImports(packages.query),
      'no-restricted-globals': 'off',
    },
  },
  { files: ['lib/query/**/*.test.{ts,tsx}'], rules: restrictImports(packages.sql, packages.response) },
  { files: entries, ignores: tests, rules: restrict(bans.defaultExport, bans.barrel, bans.castJson) },
  { files: ['scripts/**/*.test.ts', 'scripts/testing/**'], rules: restrict(bans.defaultExport, bans.barrel) },
  // Playwright requires a default export for its global setup.
  { files: ['scripts/steps/start-browser-test-app.ts'], rules: restrict(bans.barrel, bans.castJson) },
  { files: nextEntries, rules: restrict(bans.environment, bans.barrel, bans.castJson) },
  { files: ['*.config.{ts,mjs}'], rules: restrict(bans.barrel, bans.castJson) },
  {
    files: ['e2e/**'],
    ignores: ['e2e/fixtures/**'],
    rules: {
      ...restrict(bans.environment, bans.defaultExport, bans.barrel, bans.castJson, bans.sleep),
      ...restrictImports(packages.query, packages.playwright),
    },
  },
  // Playwright's workers can only learn through the environment which app to test.
  { files: ['e2e/fixtures/**'], rules: restrict(bans.defaultExport, bans.barrel, bans.castJson, bans.sleep) },
);
