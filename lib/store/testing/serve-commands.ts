import { LandfallError } from '../../core/errors';
import { serveCommands } from '../command-socket';

/** An app of its own that serves three commands until it is ended. */
await serveCommands(process.argv[2] ?? '', {
  echo: async (args) => ({ args, by: process.pid }),
  refuse: async () => {
    throw new LandfallError('bad_request', { person: 'There is no such person.', log: 'inner words' });
  },
  break: async () => {
    throw new Error('password=hunter2');
  },
});
console.log('serving');
