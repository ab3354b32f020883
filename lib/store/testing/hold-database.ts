import { openDatabase } from '../database/open-database';
import { installation } from '../schema/system';

/** Opens the embedded database, writes a row, prints "open" and keeps it open until it is stopped. */
const folder = process.argv[2] ?? '';
const database = await openDatabase({ folder });
await database.db.insert(installation).values({ key: `written by ${process.pid}`, value: true, at: new Date() });
console.log('open');
process.stdin.on('data', () => {
  void database.close().then(() => process.exit());
});
