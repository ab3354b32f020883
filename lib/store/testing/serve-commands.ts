import { LandfallError } from '../../core/errors';
import { silentLog } from '../../core/log';
import { serveCommands } from '../data-folder/command-socket';

/** A process that serves a few commands until it is ended. */
const commands = {
  echo: async (args: unknown) => ({ args, by: process.pid }),
  refuse: async () => {
    throw new LandfallError('bad_request', { userMessage: 'There is no such person.', logMessage: 'inner words' });
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
