import { join } from 'node:path';
import { CliError } from './cli-error.mjs';

/**
 * Asks the one parser of settings, before the long work begins, whether it will accept them all. It is TypeScript and
 * needs packages, so it runs in a process of its own once those are there.
 *
 * @param {{
 *   root: string, environment: import('./read-launch-settings.mjs').Environment, children: import('./children.mjs').Children,
 * }} options
 */
export async function checkSettings({ root, environment, children }) {
  const { code, output } = await children.run({
    name: 'settings',
    command: process.execPath,
    args: ['--import', 'tsx', join(root, 'scripts', 'validate-settings.ts')],
    cwd: root,
    env: environment,
  });
  if (code !== 0) throw new CliError(output.trim() || 'The settings could not be checked.');
}
