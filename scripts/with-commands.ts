import path from 'node:path';
import type { Landfall } from '../lib/compose';
import { silentLog } from '../lib/core/log';
import { parseSettings, type Settings } from '../lib/core/settings';
import { callRunningApp } from '../lib/store/data-folder/command-socket';
import { loadEnvFile } from './run-main';

export type CallCommand = (command: string, args: unknown) => Promise<unknown>;

/** The app has the embedded database open, so it runs the command. PostgreSQL needs no such detour. */
export async function withCommands(work: (call: CallCommand, settings: Settings) => Promise<number>): Promise<number> {
  loadEnvFile();
  const settings = parseSettings(process.env);
  const { signal } = new AbortController();
  let own: Landfall | undefined;
  try {
    return await work(async (command, args) => {
      if (settings.embedded && own === undefined) {
        const response = await callRunningApp(path.resolve(settings.dataFolder), command, args);
        if (response !== undefined) return response.result;
      }
      if (own === undefined) {
        // Loaded on demand: a command sent to the app does not need it.
        const { compose } = await import('../lib/compose');
        own = await compose(settings, { log: silentLog });
      }
      const handler = own.commands[command];
      if (handler === undefined) throw new Error(`no such command: ${command}`);
      return handler(args, signal);
    }, settings);
  } finally {
    await own?.close();
  }
}
