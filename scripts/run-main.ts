import { LandfallError } from '../lib/core/errors';
import { SettingsError } from '../lib/core/settings';

/** Prints known errors as one sentence and unexpected ones with their stack trace. */
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
  return error instanceof Error && /^(FolderInUseError|MigrationError)$/.test(error.name) ? error.message : undefined;
}

/** Loads .env from the current folder; variables that are already set win. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch {
    // A missing file is fine.
  }
}

/** Reads a secret from stdin, because a command line is visible to other users. */
export async function readStdin(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.replace(/\r?\n$/, '');
}
