import { createInterface } from 'node:readline';
import { lockFolder } from '../data-folder/lock-folder';

/** Tries to lock the folder at every line it is sent, and says how that went. Holds the lock until it ends. */
const folder = process.argv[2] ?? '';
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') process.exit();
  try {
    await lockFolder(folder, new Date());
    console.log('locked');
  } catch (error) {
    console.log(error instanceof Error ? `${error.name}: ${error.message}` : 'failed');
  }
}
