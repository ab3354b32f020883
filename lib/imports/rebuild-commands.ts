import type { CommandHandlers } from '../store/command-socket';
import type { Database } from '../store/database';
import { rebuild } from './rebuild';

/** What `npm run rebuild` can ask for, beside a running app or alone. */
export function createRebuildCommands(database: Database): CommandHandlers {
  return { 'imports.rebuild': () => rebuild(database) };
}
