import { LandfallError } from '../core/errors';
import { releaseDecisions } from '../sponsorship/hold-restored';
import type { CommandHandlers } from '../store/data-folder/command-socket';
import { recordBackup } from '../store/backup/record-backup';
import { copyDatabase } from '../store/data-folder/copy-database';
import { findReturned } from './find-returned';
import { commandCaller, type FinishDeps } from './finish-restore';

export function createBackupCommands(deps: FinishDeps & { dataFolder: string }): CommandHandlers {
  return {
    /** Only for the embedded database: the command then reads the copy. */
    'backup.copy': async (_args, signal) => {
      if (deps.database.engine !== 'pglite') throw new LandfallError('bad_request');
      return { folder: await copyDatabase(deps.database, deps.dataFolder, signal) };
    },
    'backup.taken': async () => {
      await recordBackup(deps.database.db, deps.clock.now());
      return {};
    },
    'restore.returned': (args) => findReturned(deps, args),
    'restore.release': () => releaseDecisions(deps, commandCaller('restore')),
  };
}
