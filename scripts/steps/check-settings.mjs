import { join } from 'node:path';
import { CliError } from './cli-error.mjs';

/**
 * Validates all settings before the slow steps. The parser is TypeScript and needs packages, so it runs in its own
 * process.
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
