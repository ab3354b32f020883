import { systemCaller } from '../../contract/caller';
import { systemClock } from '../../core/clock';
import { openPostgres } from '../../store/open-postgres';
import { readMigrations } from '../../store/read-migrations';
import { createAudit } from '../create-audit';

/** A process of its own that appends as fast as it can: `append-many.ts URL NAME ENTRIES`. */
const [url = '', name = '', entries = '0'] = process.argv.slice(2);
const poolSize = 4;
const database = await openPostgres({ url, migrations: await readMigrations(), poolSize });
const audit = createAudit({ clock: systemClock });
// As many at once as there are connections: whoever waited five seconds for one would be turned away.
await Promise.all(
  Array.from({ length: poolSize }, async (_, lane) => {
    for (let index = lane; index < Number(entries); index += poolSize) {
      await database.transaction((tx) =>
        audit.append(tx, { caller: systemCaller, action: 'test.appended', subject: `${name} ${index}` }),
      );
    }
  }),
);
await database.close();
