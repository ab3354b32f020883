import { createInterface } from 'node:readline';
import { lockFolder } from '../data-folder/lock-folder';

/** Tries to lock the folder for every line of input and prints the result. Holds the lock until it exits. */
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
