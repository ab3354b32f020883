import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntilHealthy } from './server/wait-until-healthy.mjs';
import { describeError } from './steps/cli-error.mjs';
import { readLaunchSettings } from './steps/read-launch-settings.mjs';

/** The health check of the image, which has no curl: exit code 0 if the app answers. */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await waitUntilHealthy(readLaunchSettings(root, process.env), 4000);
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
