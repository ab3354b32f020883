import { systemCaller } from '../../contract/caller';
import { createCipher } from '../../core/cipher';
import { systemClock } from '../../core/clock';
import { openPostgres } from '../../store/database/open-postgres';
import { readMigrations } from '../../store/database/read-migrations';
import { appendAudit } from '../append-audit';

/** Appends as fast as it can: `append-many.ts URL NAME ENTRIES KEY`. */
const [url = '', name = '', entries = '0', key = ''] = process.argv.slice(2);
const concurrency = 4;
const database = await openPostgres({ url, migrations: await readMigrations() });
const audit = { clock: systemClock, cipher: createCipher([key]) };
// Fewer than the connections in the pool: waiting five seconds for one would fail.
await Promise.all(
  Array.from({ length: concurrency }, async (_, lane) => {
    for (let index = lane; index < Number(entries); index += concurrency) {
      await database.transaction((tx) =>
        appendAudit(audit, tx, { caller: systemCaller, action: 'note.added', subject: `${name} ${index}` }),
      );
    }
  }),
);
await database.close();
