import { readFileSync } from 'node:fs';
import { SettingsError } from '../../core/settings';
import { standardDialect, type Dialect } from './dialect';
import { DialectError, parseDialect } from './parse-dialect';

const setting = 'SERVICE_DIALECT';

/** Reads the file named by SERVICE_DIALECT and reports its problems like any bad setting. */
export function readDialectFile(path: string | undefined): Dialect {
  if (path === undefined) return standardDialect;
  try {
    return parseDialect(readText(path));
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    throw new SettingsError(
      error.problems.map((problem) => ({ setting, problem: `names a file of which: ${problem}` })),
    );
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new SettingsError([{ setting, problem: `names a file that cannot be read: ${path}` }]);
  }
}
