import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The rules of this project for oxlint; .oxlintrc.json says where each of them applies. Import directions are checked in
 * .dependency-cruiser.cjs, on resolved paths. scripts/lint.test.ts plants violations of every rule.
 */

/** @typedef {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]} Rule */
/** @typedef {Parameters<NonNullable<ReturnType<NonNullable<Rule['create']>>[string]>>[0]} AnyNode */

/**
 * Reports every node that one of the selectors matches.
 *
 * @param {string} message
 * @param {string[]} selectors
 * @returns {Rule}
 */
const ban = (message, ...selectors) => ({
  create(context) {
    const report = (/** @type {AnyNode} */ node) => context.report({ node, message });
    return Object.fromEntries(selectors.map((selector) => [selector, report]));
  },
});

/**
 * Selects imports and re-exports of some names, and those of everything at once.
 *
 * @param {string} source
 * @param {string} names
 */
function importsOf(source, names) {
  const name = names.startsWith('/') ? names : JSON.stringify(names);
  const from = `[source.value=${JSON.stringify(source)}]`;
  return [
    `ImportDeclaration${from}[importKind!="type"] > ImportSpecifier[imported.name=${name}]`,
    `ImportDeclaration${from}[importKind!="type"] > :matches(ImportNamespaceSpecifier, ImportDefaultSpecifier)`,
    `ExportNamedDeclaration${from} > ExportSpecifier[local.name=${name}]`,
    `ExportAllDeclaration${from}`,
    `ImportExpression${from}`,
  ];
}

/**
 * Reported at the start of the file, where the comment disables nothing yet.
 *
 * @type {Rule}
 */
const noDisabledRules = {
  create: (context) => ({
    Program() {
      const comments = context.sourceCode.getAllComments();
      if (!comments.some(({ value }) => /^\s*(oxlint|eslint)-(disable|enable)/.test(value))) return;
      const start = { line: 1, column: 0 };
      context.report({ loc: { start, end: start }, message: 'Follow the rule, or change it for all files.' });
    },
  }),
};

const vague = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'index', 'shared', 'lib']);

/**
 * Kebab-case everywhere; Next has its own names inside app.
 *
 * @type {Rule}
 */
const fileNames = {
  create(context) {
    return {
      Program(node) {
        const relative = path.relative(context.cwd, context.filename);
        const parts = relative.split(path.sep);
        const stem = (parts.pop() ?? '').replace(/(\.(full\.test|test|spec|bench|drill|config|d))?\.[a-z]+$/, '');
        const inner = parts.slice(1);
        const report = (/** @type {string} */ message) => context.report({ node, message });
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
const text = ':matches(Literal[value=/[A-Za-z]{2}/], TemplateLiteral:has(> TemplateElement[value.raw=/[A-Za-z]{2}/]))';
const child = ':matches(JSXElement, JSXFragment) > JSXExpressionContainer';

export default {
  meta: { name: 'landfall' },
  rules: {
    'file-names': fileNames,
    'no-disabled-rules': noDisabledRules,
    labels: ban(
      'Put this text into the labels.ts of this folder.',
      'JSXText[value=/[A-Za-z]{2}/]',
      `${child} > ${text}`,
      `${child} > :matches(ConditionalExpression, LogicalExpression) > ${text}`,
      `JSXAttribute[name.name=${labelledAttributes}] > ${text}`,
      `JSXAttribute[name.name=${labelledAttributes}] > JSXExpressionContainer > ${text}`,
      `JSXAttribute[name.name=${labelledAttributes}] > JSXExpressionContainer > ConditionalExpression > ${text}`,
    ),
    'no-browser-messages': ban(
      'Add noValidate or the formProps of useFormErrors: messages are beside the fields, in our words.',
      'JSXOpeningElement[name.name="form"]:not(:has(> JSXAttribute[name.name="noValidate"])):not(:has(> JSXSpreadAttribute[argument.name="formProps"]))',
    ),
    'no-environment': ban(
      'Only entry files read the environment; use parsed settings.',
      'MemberExpression[object.name="process"][property.name="env"]',
      'MemberExpression[object.name="process"][property.value="env"]',
      'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
      'ImportDeclaration[source.value=/^(node:)?process$/]',
    ),
    'no-default-export': ban(
      'Use named exports; default exports only where Next requires one.',
      'ExportDefaultDeclaration',
    ),
    'no-barrel': ban('No barrel files: import from the file that defines it.', 'ExportAllDeclaration'),
    'no-cast-json': ban(
      'Parse external data with a schema; a cast checks nothing.',
      'TSAsExpression > CallExpression[callee.object.name="JSON"][callee.property.name="parse"]',
      'TSAsExpression > AwaitExpression > CallExpression[callee.property.name="json"]',
    ),
    'no-fixed-wait': ban(
      'Wait for a condition, never for a fixed time.',
      'CallExpression[callee.property.name="waitForTimeout"]',
    ),
    'no-next-response': ban('Only app and lib/http create responses.', ...importsOf('next/server', 'NextResponse')),
    'no-playwright-test': ban(
      'Import it from e2e/fixtures/test, which fails on browser errors.',
      ...importsOf('@playwright/test', '/^(test|expect)$/'),
    ),
  },
};
