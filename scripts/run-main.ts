import { LandfallError } from '../lib/core/errors';
import { SettingsError } from '../lib/core/settings';
import { CliError } from './steps/cli-error.mjs';
import { loadEnvironment } from './steps/read-launch-settings.mjs';

/** A mistake on the command line, printed together with the help. */
export class UsageError extends Error {}

/** Prints the help for --help, known errors as one sentence and unexpected ones with their stack trace. */
export async function runMain(main: () => Promise<number>, help: string): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(help);
    return;
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    const message = messageFor(error, help) ?? (error instanceof Error ? error.stack : String(error));
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}

function messageFor(error: unknown, help: string): string | undefined {
  if (error instanceof UsageError || isParseArgsError(error)) return `${error.message}\n\n${help.trimEnd()}`;
  if (error instanceof SettingsError || error instanceof CliError) return error.message;
  if (error instanceof LandfallError) return error.code === 'database_unavailable' ? error.message : error.userMessage;
  return error instanceof Error && /^(FolderInUseError|MigrationError)$/.test(error.name) ? error.message : undefined;
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/** With the .env of the current folder. Commands use the live data, if there is any. */
export function loadEnvFile(): void {
  loadEnvironment(process.cwd(), process.env);
}

/** Reads a secret from stdin, because a command line is visible to other users. */
export async function readStdin(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.replace(/\r?\n$/, '');
}
