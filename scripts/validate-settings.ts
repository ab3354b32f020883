import { parseSettings, SettingsError } from '../lib/core/settings';
import { readDialectFile } from '../lib/service/dialect/read-dialect-file';

/** Says what is wrong with the settings, if anything, and nothing else. `npm start` asks before it builds. */
try {
  readDialectFile(parseSettings(process.env).service.dialectPath);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
