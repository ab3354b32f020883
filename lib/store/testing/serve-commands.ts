import { LandfallError } from '../../core/errors';
import { silentLog } from '../../core/log';
import { serveCommands } from '../command-socket';

/** A process that serves a few commands until it is ended. */
const commands = {
  echo: async (args: unknown) => ({ args, by: process.pid }),
  refuse: async () => {
    throw new LandfallError('bad_request', { person: 'There is no such person.', log: 'inner words' });
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
