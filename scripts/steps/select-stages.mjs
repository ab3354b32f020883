import { parseArgs } from 'node:util';
import { CliError } from './cli-error.mjs';

/** The stages of `npm test`, fast ones first. The browser tests wait for the build, so it starts before the unit tests. */
const stageNames = /** @type {const} */ ([
  'format',
  'types',
  'lint',
  'directions',
  'unused',
  'build',
  'unit',
  'embedded',
  'browser',
  'drills',
]);

/** @type {readonly string[]} */
const fullOnly = ['embedded', 'drills'];

/** @typedef {(typeof stageNames)[number]} StageName */

/** @param {string[]} args */
export function selectStages(args) {
  const usage = `\`npm test\` takes --full, and --only with some of ${stageNames.join(',')}.`;
  const { only, full } = readArguments(args, usage);
  if (only === undefined) return { names: stageNames.filter((name) => full || !fullOnly.includes(name)), full };
  const chosen = only.split(',').filter((name) => name !== '');
  const names = stageNames.filter((name) => chosen.includes(name));
  if (names.length === 0 || chosen.some((name) => !stageNames.some((known) => known === name))) {
    throw new CliError(usage);
  }
  return { names, full };
}

/**
 * @param {string[]} args
 * @param {string} usage
 */
function readArguments(args, usage) {
  try {
    return parseArgs({ args, options: { only: { type: 'string' }, full: { type: 'boolean', default: false } } }).values;
  } catch {
    throw new CliError(usage);
  }
}
