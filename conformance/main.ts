import { parseArgs } from 'node:util';
import { type CheckResult, type ConformanceOptions, runConformance, sections } from './run-conformance';

const help = `Checks a service against each sentence of the interface document.

Usage: npm run conformance -- --url URL --token TOKEN [flags]

  --url URL                       base address of version 2.1
  --token TOKEN                   the API token
  --password TEXT                 password part of the credentials (X)
  --sandbox                       check only the sandbox
  --sandbox-url URL               its address (the version segment of --url replaced by "sandbox")
  --skip-limits                   stay below the rate limit, which skips section 8
  --rate N                        requests a second to expect (10)
  --import ID                     an import to read where none can be created
  --control URL                   control endpoints of the simulator, such as http://127.0.0.1:4010/control
  --creates-and-may-cost-money    create, decide and exceed the limit at an address that is not this machine

Without the last flag, an address that is not this machine is only read, and its sandbox used.
Exit code 0 if nothing failed, 1 if a check failed, 2 if it could not start.
`;

class UsageError extends Error {}

function readOptions(argv: readonly string[]): ConformanceOptions | undefined {
  const { values } = parseFlags(argv);
  if (values.help === true) return undefined;
  const url = readUrlFlag('url', values.url);
  if (values.token === undefined || values.token === '') throw new UsageError('--token is needed.');
  return {
    url,
    sandboxUrl:
      values['sandbox-url'] === undefined ? deriveSandboxUrl(url) : readUrlFlag('sandbox-url', values['sandbox-url']),
    token: values.token,
    password: values.password ?? 'X',
    onlySandbox: values.sandbox === true,
    mayCost: values['creates-and-may-cost-money'] === true,
    controlUrl: values.control === undefined ? undefined : readUrlFlag('control', values.control),
    skipLimits: values['skip-limits'],
    rate: readRate(values.rate),
    importId: values.import,
  };
}

function parseFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean', short: 'h' },
        url: { type: 'string' },
        token: { type: 'string' },
        password: { type: 'string' },
        sandbox: { type: 'boolean' },
        'sandbox-url': { type: 'string' },
        'skip-limits': { type: 'boolean' },
        rate: { type: 'string' },
        import: { type: 'string' },
        control: { type: 'string' },
        'creates-and-may-cost-money': { type: 'boolean' },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\.$/);
    throw new UsageError(`${sentence}. See --help.`);
  }
}

function readUrlFlag(flag: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`--${flag} is needed.`);
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new UsageError(`--${flag} takes an http or https address, not "${value}".`);
  }
  return value.replace(/\/+$/, '');
}

function readRate(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const rate = Number(value);
  // The suite paces itself at two below the rate, so it needs at least three.
  if (!Number.isInteger(rate) || rate < 3 || rate > 1_000)
    throw new UsageError('--rate takes a whole number from 3 to 1000.');
  return rate;
}

function deriveSandboxUrl(url: string): string {
  const sandbox = url.replace(/\/v?\d+(?:\.\d+)*$/, '/sandbox');
  if (sandbox === url) throw new UsageError('--url does not end in a version, so --sandbox-url is needed.');
  return sandbox;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(help);
    return 0;
  }
  await assertReachable(options);
  print(`Conformance of ${options.onlySandbox ? options.sandboxUrl : options.url}`);
  let section = 0;
  const results = await runConformance(options, (result) => {
    if (result.section !== section) print(`\n${result.section}. ${sections[result.section - 1]?.title}`);
    section = result.section;
    printResult(result);
  });
  const count = (wanted: CheckResult['outcome']): number => results.filter(({ outcome }) => outcome === wanted).length;
  print(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  return count('failed') > 0 ? 1 : 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printResult({ outcome, sentence, detail, notes }: CheckResult): void {
  const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' };
  print(`  ${marks[outcome]}  ${sentence}`);
  if (detail !== undefined) print(`          ${detail}`);
  for (const note of notes) print(`          note: ${note}`);
}

/** Reports one error instead of fifty failed checks when the address is wrong. */
async function assertReachable({ url, sandboxUrl, onlySandbox }: ConformanceOptions): Promise<void> {
  const target = onlySandbox ? sandboxUrl : url;
  try {
    await fetch(`${target}/tools`, { redirect: 'manual', signal: AbortSignal.timeout(15_000) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UsageError(`Nothing answers at ${target}: ${cause}`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
