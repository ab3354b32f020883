import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../lib/core/clock';
import { errorCode } from '../lib/core/error-code.mjs';
import { parseSettings, type Settings } from '../lib/core/settings';
import { standardDialect, type Dialect } from '../lib/service/dialect/dialect';
import { examineService, type Examination } from '../lib/service/doctor/examine-service';
import { formatReport, type Setting } from '../lib/service/doctor/format-report';
import { DialectError, parseDialect } from '../lib/service/dialect/parse-dialect';
import { createScrubber } from '../lib/core/scrub-secrets';
import { describeSetup } from '../lib/webhooks/describe-setup';
import { loadEnvFile, readStdin, runMain } from './run-main';
import { CliError } from './steps/cli-error.mjs';

const help = `Checks the connection to the service: what works, which field names it uses and which settings to add.
Creates nothing: live is only read, and creations go to the sandbox, which only validates them.

  npm run doctor                                     with SERVICE_URL and SERVICE_TOKEN of .env
  npm run doctor -- --url URL --token TOKEN          with these; --token-stdin reads the token instead
    --sandbox-url URL     where the sandbox is, if it is not at the default address
    --username NAME       also read this customer's imports, to check real responses
    --write FILE          write the field names found as a file for SERVICE_DIALECT
    --json                the findings as JSON

Exit code 0 if everything works, 1 if something needs attention.
`;

interface Service {
  url?: string;
  token: string | undefined;
  sandboxUrl: string | undefined;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      token: { type: 'string' },
      'token-stdin': { type: 'boolean' },
      'sandbox-url': { type: 'string' },
      username: { type: 'string' },
      write: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const token = values['token-stdin'] ? await readStdin() : values.token;
  if ((values.url === undefined) !== (token === undefined)) {
    throw new CliError('Use --url and --token together, or neither.');
  }
  const options = { ...values, token, sandboxUrl: values['sandbox-url'] };
  loadEnvFile();
  const env = doctorEnvironment(options);
  if (!env['SERVICE_URL'] || !env['SERVICE_TOKEN']) {
    throw new CliError(
      'No service is set in the environment. Use --url URL --token TOKEN, or set SERVICE_URL and SERVICE_TOKEN. ' +
        'If it was entered in the browser, use Check under Settings > Connection.',
    );
  }
  const settings = parseSettings(env);
  const examination = await examineService({
    service: settings.service,
    dialect: await readDialect(settings.service.dialectPath),
    username: options.username,
    unknownUsername: `landfall-doctor-${randomUUID()}@unknown.invalid`,
    clock: systemClock,
  });
  if (options.write !== undefined) await writeDialectFile(options.write, examination);
  const toAdd = settingsToAdd(options, settings, examination);
  const withQuestion = addWebhookQuestion(examination, settings);
  const { url, sandboxUrl, password } = settings.service;
  const report = options.json
    ? `${JSON.stringify({ url, sandboxUrl, ...withQuestion, settings: toAdd }, null, 2)}\n`
    : formatReport(withQuestion, { url, sandboxUrl, settings: toAdd, writtenPath: options.write ?? null });
  // A service may echo what it received, even as a field name.
  process.stdout.write(createScrubber([settings.service.token, password])(report));
  return examination.findings.some(({ grade }) => grade === 'bad') ? 1 : 0;
}

/** Only the settings the doctor needs, so that errors in others do not stop it. */
function doctorEnvironment(options: Service): Record<string, string | undefined> {
  const otherNames = ['NEXTAUTH_URL', 'PORT', 'WHO_PAYS', 'FULL_REQUEST_PARAM'];
  const env: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (/^(SERVICE|WEBHOOK)_/.test(name) || otherNames.includes(name)) env[name] = value;
  }
  if (options.url !== undefined) {
    // These settings belong to the configured service, not to the one given by --url.
    if (options.url !== env['SERVICE_URL']) {
      for (const name of ['SERVICE_SANDBOX_URL', 'SERVICE_REDIRECT_HOSTS', 'SERVICE_DIALECT']) env[name] = undefined;
      // Without a configured service, the password is for the given one.
      if (env['SERVICE_URL']) env['SERVICE_PASSWORD'] = undefined;
    }
    env['SERVICE_URL'] = options.url;
    env['SERVICE_TOKEN'] = options.token;
  }
  if (options.sandboxUrl !== undefined) env['SERVICE_SANDBOX_URL'] = options.sandboxUrl;
  return env;
}

async function readDialect(path: string | undefined): Promise<Dialect> {
  if (path === undefined) return standardDialect;
  try {
    return parseDialect(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof DialectError) throw new CliError(error.message);
    throw new CliError(`The dialect file ${path} (SERVICE_DIALECT) cannot be read.`);
  }
}

async function writeDialectFile(path: string, { dialect }: Examination): Promise<void> {
  if (dialect === null) throw new CliError(`${path} was not written: the service did not reply.`);
  try {
    // Never overwrite a file that may have been edited.
    await writeFile(path, dialect.text, { flag: 'wx' });
  } catch (error) {
    const taken = errorCode(error) === 'EEXIST';
    throw new CliError(
      taken ? `${path} already exists. Remove it, or choose another file.` : `${path} cannot be written.`,
    );
  }
}

function settingsToAdd(
  options: Service & { write?: string },
  settings: Settings,
  { hostsToAllow, dialect }: Examination,
): Setting[] {
  const toAdd: Setting[] = [];
  if (options.url !== undefined && options.url !== process.env['SERVICE_URL']) {
    toAdd.push({ name: 'SERVICE_URL', value: settings.service.url });
    toAdd.push({ name: 'SERVICE_TOKEN', value: '(the token you gave)' });
  }
  if (options.sandboxUrl !== undefined) toAdd.push({ name: 'SERVICE_SANDBOX_URL', value: options.sandboxUrl });
  if (hostsToAllow.length > 0) {
    const hosts = [...settings.service.redirectHosts, ...hostsToAllow];
    toAdd.push({ name: 'SERVICE_REDIRECT_HOSTS', value: [...new Set(hosts)].join(',') });
  }
  if (options.write !== undefined) toAdd.push({ name: 'SERVICE_DIALECT', value: options.write });
  else if (dialect?.needed)
    toAdd.push({ name: 'SERVICE_DIALECT', value: 'dialect.json   (run this again with --write dialect.json)' });
  return toAdd;
}

/** A missing webhook secret is not an error, because unsigned webhooks still trigger a poll. */
function addWebhookQuestion(examination: Examination, settings: Settings): Examination {
  const setup = describeSetup(settings);
  if (setup.secrets > 0) return examination;
  const first = setup.reachable
    ? ''
    : ' Set NEXTAUTH_URL first: the address below can only be reached from this machine.';
  const question = `A webhook secret (WEBHOOK_SECRET is not set).${first} ${setup.message}`;
  return { ...examination, questions: [...examination.questions, question] };
}

await runMain(main, help);
