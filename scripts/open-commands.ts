import path from 'node:path';
import { compose } from '../lib/compose';
import { LandfallError } from '../lib/core/errors';
import { silentLog } from '../lib/core/log';
import { parseSettings, SettingsError } from '../lib/core/settings';
import { callRunningApp, type CommandHandlers } from '../lib/store/command-socket';
import type { Landfall } from '../lib/compose';

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

/** A sentence for whoever sits at the console; a stack trace only for what nobody foresaw. */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const said = sentenceOf(error);
    process.stderr.write(`${said ?? (error instanceof Error ? error.stack : String(error))}\n`);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof LandfallError) return error.code === 'database_unavailable' ? error.message : error.person;
  // Errors about the database folder and its migrations bring a sentence of their own.
  return error instanceof Error && /^(FolderInUseError|MigrationError)$/.test(error.name) ? error.message : undefined;
}

function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch {
    // There is none, and none is needed.
  }
}
