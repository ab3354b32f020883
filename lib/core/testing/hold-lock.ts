import { createInterface } from 'node:readline';
import { acquireLock } from '../file-lock.mjs';

/** Tries to take the lock named by every line of input and prints the result. Holds its locks until it exits. */
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') process.exit();
  try {
    await acquireLock(line);
    console.log('locked');
  } catch (error) {
    console.log(error instanceof Error ? `${error.name}: ${error.message}` : 'failed');
  }
}
