import { parseSettings, SettingsError } from '../lib/core/settings';

/** Says what is wrong with the settings, if anything, and nothing else. `npm start` asks before it builds. */
try {
  parseSettings(process.env);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
