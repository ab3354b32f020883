import { readMigrations } from '../lib/store/database/read-migrations';
import { makeTemplate } from '../lib/store/database/template';

/** Part of the build: an empty, migrated database, so that the first start opens its own in a second instead of five. */
await makeTemplate(await readMigrations());
