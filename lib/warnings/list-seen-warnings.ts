import type { SeenWarnings } from '../contract/warning-rules';
import type { Db } from '../store/database/database';
import { readSeenWarnings } from '../store/imports/seen-warnings';

/** What the rules are tried on in the settings: warnings of the imports that changed last. */
export const listSeenWarnings = (db: Db): Promise<SeenWarnings> => readSeenWarnings(db);
