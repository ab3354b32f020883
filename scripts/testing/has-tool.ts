import { execFileSync } from 'node:child_process';

/** LANDFALL_REQUIRE_TOOLS is set where the tools are installed, so that their tests fail there instead of being skipped. */
export function hasTool(command: 'promtool' | 'caddy', versionArgument: string): boolean {
  try {
    execFileSync(command, [versionArgument], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if (process.env['LANDFALL_REQUIRE_TOOLS']) throw new Error(`${command} is required here`, { cause: error });
    return false;
  }
}
