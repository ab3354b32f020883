import { LandfallError } from '../../core/errors';
import { silentLog } from '../../core/log';
import { serveCommands } from '../data-folder/command-socket';

/** Serves a few commands until it is stopped. */
const commands = {
  echo: async (args: unknown) => ({ args, by: process.pid }),
  refuse: async () => {
    throw new LandfallError('bad_request', { userMessage: 'There is no such person.', logMessage: 'internal details' });
  },
  break: async () => {
    throw new Error('password=hunter2');
  },
  hang: () => {
    console.log('hanging');
    return new Promise<void>(() => undefined);
  },
};
await serveCommands(process.argv[2] ?? '', commands, silentLog);
console.log('serving');
