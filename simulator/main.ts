import { FlagError, helpText, parseFlags } from './flags/parse-flags';
import { startSimulator } from './start-simulator';
import { StateFileError } from './state/open-journal';

async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(helpText);
    return;
  }
  const simulator = await startSimulator(flags.options);
  process.stdout.write(
    [
      'Simulated Import Migration Service',
      `  API 2.1   ${simulator.url}`,
      `  Sandbox   ${simulator.sandboxUrl}`,
      `  Token     ${simulator.token}`,
      `  Try       curl -u ${simulator.token}:X ${simulator.url}/tools`,
      '',
    ].join('\n'),
  );

  let isClosing = false;
  const close = (): void => {
    if (isClosing) return;
    isClosing = true;
    void simulator.close().then(() => process.exit(0));
  };
  process.once('SIGINT', close);
  process.once('SIGTERM', close);
}

function describeError(error: unknown): string {
  if (error instanceof FlagError || error instanceof StateFileError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const address = error instanceof Error && 'port' in error ? String(error.port) : '';
  if (code === 'EADDRINUSE')
    return `Port ${address} is taken. Choose another with --port, or use --port 0 for a free one.`;
  if (code === 'EACCES') return `Port ${address} cannot be opened by this user. Choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'This machine does not have this address. Check --host.';
  return `The simulator could not start: ${error instanceof Error ? error.message : String(error)}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
