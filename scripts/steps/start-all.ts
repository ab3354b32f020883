import { parseSettings, SettingsError } from '../../lib/core/settings';
import { readDialectFile } from '../../lib/service/dialect/parse-dialect';
import { buildApp } from './build-app';
import type { Child, LaunchContext } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { assertPortFree } from './find-port.mjs';
import { openOutputLog } from './open-output-log';
import type { Progress } from './progress.mjs';
import { readLaunchSettings, type Environment } from './read-launch-settings.mjs';
import { startApp, type StartupInfo } from './start-app';
import { startSimulator } from './start-simulator';

interface StartOptions extends LaunchContext {
  dev: boolean;
  /** Prints the whole log instead of writing it to a file. */
  verbose: boolean;
  progress: Progress;
}

/** The steps of `npm start` after the packages are installed. */
export async function startAll({
  dev,
  verbose,
  progress,
  ...context
}: StartOptions): Promise<{ name: string; child: Child }[]> {
  const { root, environment, signal } = context;
  // Settings may name files relative to the project.
  process.chdir(root);
  checkSettings(environment);
  const settings = readLaunchSettings(root, environment);
  await assertPortFree(settings);

  if (!dev) {
    await progress.step(
      { doing: 'Building the app', done: (how) => (how === 'built' ? 'App built' : 'Build is up to date') },
      () => buildApp(context, settings.dist),
    );
  }
  signal.throwIfAborted();

  const running: { name: string; child: Child }[] = [];
  let service: Record<string, string> = {};
  const output = verbose ? undefined : openOutputLog(settings.dataFolder, (line) => console.error(line));
  const onOutput = (text: string, stream: 'stdout' | 'stderr') => {
    if (output) output.write(text, stream);
    else process[stream].write(text);
  };
  if (settings.simulated) {
    const simulator = await progress.step({ doing: 'Starting the simulator', done: 'Simulator started' }, () =>
      startSimulator({
        ...context,
        ...settings,
        extraFlags: ['--world', '--trickle'],
        onOutput: (text) => onOutput(text, 'stderr'),
      }),
    );
    running.push({ name: 'simulator', child: simulator.child });
    service = simulator.environment;
  }
  const { child, startupInfo } = await progress.step({ doing: 'Starting the app', done: 'App is healthy' }, () =>
    startApp({
      ...context,
      dev,
      environment: { ...environment, ...service, LANDFALL_DATA: settings.dataFolder },
      onOutput,
    }),
  );
  running.push({ name: 'app', child });
  output?.startShowing();
  process.stdout.write(`${formatWelcome(startupInfo, output?.path)}\n`);
  return running;
}

/** Checks all settings before the slow steps. */
function checkSettings(environment: Environment): void {
  try {
    readDialectFile(parseSettings(environment).service.dialectPath);
  } catch (error) {
    throw error instanceof SettingsError ? new CliError(error.message) : error;
  }
}

function formatWelcome(
  { address, setupCode, demoAccounts, mailbox }: StartupInfo,
  logPath: string | undefined,
): string {
  const lines = ['', `  Landfall is at ${address}`, ''];
  if (demoAccounts.length > 0) {
    const width = (field: 'email' | 'role') => Math.max(...demoAccounts.map((account) => account[field].length));
    lines.push('  Demo accounts, for this machine only:');
    for (const { role, email, password } of demoAccounts) {
      lines.push(`    ${role.padEnd(width('role'))}  ${email.padEnd(width('email'))}  ${password}`);
    }
    lines.push('');
  } else if (setupCode) {
    lines.push('  To create the first admin account, open the address and enter this one-time code:');
    lines.push(`    ${setupCode}`, '');
  }
  if (mailbox) lines.push(`  E-mails to customers are shown at ${address}/mailbox`, '');
  if (logPath !== undefined) lines.push(`  Requests are logged to ${logPath}`, '');
  lines.push('  Press Ctrl-C to stop.', '');
  return lines.join('\n');
}
