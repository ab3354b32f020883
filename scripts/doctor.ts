import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../lib/core/clock';
import { parseSettings, type Settings } from '../lib/core/settings';
import { standardDialect, type Dialect } from '../lib/service/dialect';
import { examineService, type Examination } from '../lib/service/doctor/examine-service';
import { sayReport, type Setting } from '../lib/service/doctor/say-report';
import { DialectError, loadDialect } from '../lib/service/load-dialect';
import { createScrubber } from '../lib/service/scrub-secrets';
import { describeSetup } from '../lib/webhooks/describe-setup';
import { loadEnvFile, readLine, runMain } from './run-main';

const help = `Says what works between Landfall and the service, what shape the service speaks, and which settings to add.
Creates nothing: live is only asked, and creations go to the sandbox, which validates them and no more.

  npm run doctor                                     with SERVICE_URL and SERVICE_TOKEN of .env
  npm run doctor -- --url URL --token TOKEN          with these; --token-stdin reads the token instead
    --sandbox-url URL     where the sandbox is, if not where the interface says
    --username NAME       also look at this customer's imports, for the shape of real answers
    --write FILE          write the field names found as a file for SERVICE_DIALECT
    --json                the findings as JSON

Ends with 0 when all is well and with 1 when something is to be done.
`;

interface Wishes {
  url?: string | undefined;
  token?: string | undefined;
  sandboxUrl?: string | undefined;
  username?: string | undefined;
  write?: string | undefined;
  json: boolean;
}

async function main(): Promise<number> {
  const wishes = await readWishes();
  if (typeof wishes === 'string') {
    (wishes === help ? process.stdout : process.stderr).write(wishes);
    return wishes === help ? 0 : 1;
  }
  loadEnvFile();
  const env = environmentFor(wishes);
  if (!env['SERVICE_URL'] || !env['SERVICE_TOKEN']) {
    process.stderr.write('Say which service: --url URL --token TOKEN, or SERVICE_URL and SERVICE_TOKEN in .env.\n');
    return 1;
  }
  const settings = parseSettings(env);
  const dialect = await readDialect(settings.service.dialectPath);
  if (typeof dialect === 'string') {
    process.stderr.write(`${dialect}\n`);
    return 1;
  }
  const examination = await examineService({
    service: settings.service,
    dialect,
    username: wishes.username,
    strangersName: `landfall-doctor-${randomUUID()}@nobody.invalid`,
    clock: systemClock,
  });
  const wrote = await writeFound(wishes.write, examination);
  if (wrote.problem !== null) {
    process.stderr.write(`${wrote.problem}\n`);
    return 1;
  }
  const toAdd = settingsToAdd(wishes, settings, examination);
  const whole = withWebhookQuestion(examination, settings);
  const { url, sandboxUrl, token, password } = settings.service;
  const report = wishes.json
    ? `${JSON.stringify({ url, sandboxUrl, ...whole, settings: toAdd }, null, 2)}\n`
    : sayReport(whole, { url, sandboxUrl, settings: toAdd, wrote: wrote.path });
  // A service may echo what it was sent, in the name of a field even.
  process.stdout.write(createScrubber([token, password])(report));
  return examination.findings.some(({ grade }) => grade === 'bad') ? 1 : 0;
}

async function readWishes(): Promise<Wishes | string> {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        token: { type: 'string' },
        'token-stdin': { type: 'boolean' },
        'sandbox-url': { type: 'string' },
        username: { type: 'string' },
        write: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return help;
    const token = values['token-stdin'] ? await readLine() : values.token;
    if ((values.url === undefined) !== (token === undefined)) return 'Say both, --url and --token, or neither.\n';
    const { url, username, write } = values;
    return { url, token, sandboxUrl: values['sandbox-url'], username, write, json: values.json ?? false };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${help}`;
  }
}

/** Only what the doctor looks at: a fault in another setting is not its business. */
function environmentFor(wishes: Wishes): Record<string, string | undefined> {
  const others = ['NEXTAUTH_URL', 'PORT', 'WHO_PAYS', 'FULL_REQUEST_PARAM'];
  const env: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (/^(SERVICE|WEBHOOK)_/.test(name) || others.includes(name)) env[name] = value;
  }
  if (wishes.url !== undefined) {
    // What is set for one service says nothing about another.
    if (wishes.url !== env['SERVICE_URL'])
      for (const name of ['SERVICE_SANDBOX_URL', 'SERVICE_REDIRECT_HOSTS', 'SERVICE_DIALECT']) env[name] = undefined;
    env['SERVICE_URL'] = wishes.url;
    env['SERVICE_TOKEN'] = wishes.token;
  }
  if (wishes.sandboxUrl !== undefined) env['SERVICE_SANDBOX_URL'] = wishes.sandboxUrl;
  return env;
}

async function readDialect(path: string | undefined): Promise<Dialect | string> {
  if (path === undefined) return standardDialect;
  try {
    return loadDialect(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof DialectError) return error.message;
    return `The dialect file ${path} (SERVICE_DIALECT) cannot be read.`;
  }
}

async function writeFound(
  path: string | undefined,
  { dialect }: Examination,
): Promise<{ path: string | null; problem: string | null }> {
  if (path === undefined) return { path: null, problem: null };
  if (dialect === null) return { path: null, problem: `${path} is not written: no answer of the service was seen.` };
  try {
    // Somebody may have worked on the one that is there.
    await writeFile(path, dialect.text, { flag: 'wx' });
    return { path, problem: null };
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const problem = taken ? `${path} is there already: remove it, or name another.` : `${path} cannot be written.`;
    return { path: null, problem };
  }
}

function settingsToAdd(wishes: Wishes, settings: Settings, { hostsToAllow, dialect }: Examination): Setting[] {
  const toAdd: Setting[] = [];
  if (wishes.url !== undefined && wishes.url !== process.env['SERVICE_URL']) {
    toAdd.push({ name: 'SERVICE_URL', value: settings.service.url });
    toAdd.push({ name: 'SERVICE_TOKEN', value: '(the token you gave)' });
  }
  if (wishes.sandboxUrl !== undefined) toAdd.push({ name: 'SERVICE_SANDBOX_URL', value: wishes.sandboxUrl });
  if (hostsToAllow.length > 0) {
    const hosts = [...settings.service.redirectHosts, ...hostsToAllow];
    toAdd.push({ name: 'SERVICE_REDIRECT_HOSTS', value: [...new Set(hosts)].join(',') });
  }
  if (wishes.write !== undefined) toAdd.push({ name: 'SERVICE_DIALECT', value: wishes.write });
  else if (dialect?.needed)
    toAdd.push({ name: 'SERVICE_DIALECT', value: 'dialect.json   (run this again with --write dialect.json)' });
  return toAdd;
}

/** Webhooks work unsigned as hints, so a missing secret is no fault; but now is the time to ask for it. */
function withWebhookQuestion(examination: Examination, settings: Settings): Examination {
  const setup = describeSetup(settings.publicOrigin, settings.webhook);
  if (setup.secrets > 0) return examination;
  const first = setup.reachable ? '' : ' First set NEXTAUTH_URL: nobody else can reach the address below.';
  const question = `A webhook secret (WEBHOOK_SECRET is not set).${first} ${setup.words}`;
  return { ...examination, questions: [...examination.questions, question] };
}

await runMain(main);
