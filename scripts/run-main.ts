import { LandfallError } from '../lib/core/errors';
import { SettingsError } from '../lib/core/settings';

/** A sentence for whoever sits at the console; a stack trace only for what nobody foresaw. */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const said = messageFor(error);
    process.stderr.write(`${said ?? (error instanceof Error ? error.stack : String(error))}\n`);
    process.exitCode = 1;
  }
}

function messageFor(error: unknown): string | undefined {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof LandfallError) return error.code === 'database_unavailable' ? error.message : error.userMessage;
  // Errors about the database folder and its migrations bring a sentence of their own.
  return error instanceof Error && /^(FolderInUseError|MigrationError)$/.test(error.name) ? error.message : undefined;
}

/** The .env of the folder the command was typed in; what the environment says already wins. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch {
    // There is none, and none is needed.
  }
}

/** What is piped in, without the line break at its end. For secrets, which a command line would show to everybody. */
export async function readStdin(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.replace(/\r?\n$/, '');
}
