import path from 'node:path';
import { compose } from '../lib/compose';
import { silentLog } from '../lib/core/log';
import { parseSettings } from '../lib/core/settings';
import { callRunningApp, type CommandHandlers } from '../lib/store/command-socket';
import type { Landfall } from '../lib/compose';
import { loadEnvFile } from './run-main';

export interface Commands {
  call(command: string, args: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Beside a running app the embedded database belongs to that app, so the command is handed to it. With nobody there, or
 * with PostgreSQL, the same handlers run here.
 */
export async function openCommands(handlersOf: (landfall: Landfall) => CommandHandlers): Promise<Commands> {
  loadEnvFile();
  const settings = parseSettings(process.env);
  let own: Landfall | undefined;
  return {
    call: async (command, args) => {
      if (settings.embedded && own === undefined) {
        const answer = await callRunningApp(path.resolve(settings.dataFolder), command, args);
        if (answer !== undefined) return answer.result;
      }
      own ??= await compose(settings, { log: silentLog });
      const handler = handlersOf(own)[command];
      if (handler === undefined) throw new Error(`no such command: ${command}`);
      return handler(args);
    },
    close: async () => {
      await own?.close();
    },
  };
}
