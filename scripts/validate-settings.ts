import { parseSettings, SettingsError } from '../lib/core/settings';
import { readDialectFile } from '../lib/service/dialect/parse-dialect';

/** Prints what is wrong with the settings. `npm start` runs it before the build. */
try {
  readDialectFile(parseSettings(process.env).service.dialectPath);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
