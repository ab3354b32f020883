import { parseArgs } from 'node:util';
import { z } from 'zod';
import { brokenRules, isBrokenRule } from '../broken-rules';
import { chooseDialect, namedDialects } from '../dialects/named-dialects';
import { faultEffectSchema, faultRuleSchema, type FaultRule } from '../faults/fault-rules';
import { defaults, type SimulatorOptions } from '../options';
import { webhookSchemes, type WebhookSettingsInput, webhookSettingsSchema } from '../webhooks/webhook-settings';

export class FlagError extends Error {}

export const helpText = `Simulates the complete Import Migration Service on this machine.

Usage: npm run simulator -- [flags]

  --port N                  port to listen on (${defaults.port}; 0 takes a free one)
  --host NAME               address to listen on (${defaults.host})
  --token TEXT              the API token it accepts (${defaults.token})
  --seed TEXT               seed of everything random (${defaults.seed})
  --speed N                 speed of migrations (1 is real time; 60 makes minutes seconds)
  --state FILE              store imports in this file, so that they survive a restart

  --world                   create about ${defaults.worldSize} imports of the last 90 days, once per state file
  --world-size N            create this many instead
  --trickle                 simulate customers while it runs: a few new imports an hour
  --trickle-ms N            average milliseconds between two actions (${defaults.trickleMs}); about 15 actions per new customer
  --autopilot               imports created through the API progress as if their customers clicked

  --dialect NAME            ${Object.keys(namedDialects).join(', ')}, or random:SEED (plain)
  --webhook-url URL         where to send webhooks; none are sent without it
  --webhook-secret TEXT     sign them with this secret
  --webhook-scheme NAME     ${webhookSchemes.join(', ')}
  --webhook-header NAME     header of the signature (X-Signature)
  --webhook-prefix TEXT     text before a plain signature, such as sha256=
  --webhook-fault K[=N]     drop, double, reorder, stale, wrongSignature as a share of 0 to 1, delayMs; repeatable
  --full-request-url URL    the partner's page for customers who request the full migration
  --full-request-param NAME its parameter for the import's token (${defaults.fullRequestParam})

  --rate N                  requests allowed in any sliding second (${defaults.rate})
  --fault RULE              JSON, or KIND[=NUMBER] [METHOD] [PATH] [xTIMES]; repeatable, such as
                            latency=200, 'error-500 POST /imports', 'reset-after POST /imports/*/payment/accept x1'
  --break RULE              break one rule of the interface, to test the conformance suite; repeatable:
${Object.entries(brokenRules)
  .map(([rule, meaning]) => `                              ${rule.padEnd(22)}${meaning}`)
  .join('\n')}

  --help                    this text

Control endpoints for tests and demos answer under /control on this machine: see simulator/control/README.md.
`;

const flags = {
  help: { type: 'boolean', short: 'h' },
  port: { type: 'string' },
  host: { type: 'string' },
  token: { type: 'string' },
  seed: { type: 'string' },
  speed: { type: 'string' },
  state: { type: 'string' },
  world: { type: 'boolean' },
  'world-size': { type: 'string' },
  trickle: { type: 'boolean' },
  'trickle-ms': { type: 'string' },
  autopilot: { type: 'boolean' },
  dialect: { type: 'string' },
  'webhook-url': { type: 'string' },
  'webhook-secret': { type: 'string' },
  'webhook-scheme': { type: 'string' },
  'webhook-header': { type: 'string' },
  'webhook-prefix': { type: 'string' },
  'webhook-fault': { type: 'string', multiple: true },
  // Its name before 1.0.
  'webhook-mischief': { type: 'string', multiple: true },
  'full-request-url': { type: 'string' },
  'full-request-param': { type: 'string' },
  rate: { type: 'string' },
  break: { type: 'string', multiple: true },
  fault: { type: 'string', multiple: true },
  // Its name before 1.0.
  weather: { type: 'string', multiple: true },
} as const;

export function parseFlags(argv: readonly string[]): { help: true } | { help: false; options: SimulatorOptions } {
  const values = readFlags(argv);
  if (values.help === true) return { help: true };
  const worldSize = readNumber('world-size', values['world-size'], { low: 1, high: 200_000, whole: true });
  const trickleMs = readNumber('trickle-ms', values['trickle-ms'], { low: 1, high: 86_400_000 });
  return {
    help: false,
    options: {
      host: values.host,
      port: readNumber('port', values.port, { low: 0, high: 65_535, whole: true }) ?? defaults.port,
      token: readText('token', values.token),
      seed: values.seed,
      speed: readNumber('speed', values.speed, { low: 0.001, high: 1_000_000 }),
      state: readText('state', values.state),
      world: worldSize ?? values.world,
      trickle: trickleMs ?? values.trickle,
      autopilot: values.autopilot,
      dialect: attempt('dialect', () =>
        values.dialect === undefined ? undefined : chooseDialect(values.dialect).name,
      ),
      webhook: readWebhook(values),
      fullRequest: readFullRequest(values),
      rate: readNumber('rate', values.rate, { low: 1, high: 100_000, whole: true }),
      broken: values.break?.map(readBrokenRule),
      faults: [...(values.fault ?? []), ...(values.weather ?? [])].map((text) =>
        attempt('fault', () => parseFaultRule(text)),
      ),
    },
  };
}

type Values = ReturnType<typeof readFlags>;

function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags, allowPositionals: false }).values;
  } catch (error) {
    // The rest of the message is advice about positionals, which does not apply.
    const [sentence = 'The flags cannot be read'] = messageOf(error).split(/\. |\.$/);
    throw new FlagError(`${sentence}. See --help.`);
  }
}

function readText(flag: string, value: string | undefined): string | undefined {
  if (value === '') throw new FlagError(`--${flag} needs a value.`);
  return value;
}

function readNumber(
  flag: string,
  value: string | undefined,
  { low, high, whole = false }: { low: number; high: number; whole?: boolean },
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  const isGood = value.trim() !== '' && number >= low && number <= high && (!whole || Number.isInteger(number));
  if (!isGood) {
    throw new FlagError(`--${flag} takes a ${whole ? 'whole ' : ''}number from ${low} to ${high}, not "${value}".`);
  }
  return number;
}

function readBrokenRule(value: string) {
  if (isBrokenRule(value)) return value;
  throw new FlagError(`--break takes one of ${Object.keys(brokenRules).join(', ')}, not "${value}".`);
}

function readWebhook(values: Values): WebhookSettingsInput {
  const faults: Record<string, unknown> = {};
  for (const text of [...(values['webhook-fault'] ?? []), ...(values['webhook-mischief'] ?? [])]) {
    const [kind = '', share = '1'] = text.split('=');
    faults[kind] = Number(share);
  }
  const given: Record<string, unknown> = {
    url: values['webhook-url'],
    secret: values['webhook-secret'],
    scheme: values['webhook-scheme'],
    header: values['webhook-header'],
    prefix: values['webhook-prefix'],
    faults,
  };
  const settings = webhookSettingsSchema.safeParse(given);
  if (settings.success) return settings.data;
  const [issue] = settings.error.issues;
  const key = String(issue?.path[0] ?? 'faults');
  throw new FlagError(
    `--webhook-${key === 'faults' ? 'fault' : key} is not valid: ${issue?.message ?? 'unknown value'}.`,
  );
}

function readFullRequest(values: Values): SimulatorOptions['fullRequest'] {
  const url = values['full-request-url'];
  if (url === undefined) return undefined;
  const isWebAddress = z.url({ protocol: /^https?$/ }).safeParse(url).success;
  if (!isWebAddress) throw new FlagError(`--full-request-url takes an http or https address, not "${url}".`);
  return { url, param: readText('full-request-param', values['full-request-param']) };
}

function attempt<T>(flag: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new FlagError(`--${flag}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const faultValueNames: Partial<Record<string, string>> = {
  latency: 'ms',
  huge: 'bytes',
  'rate-limited': 'retryAfter',
  answer: 'status',
};

/** JSON, or `KIND[=NUMBER][ METHOD][ PATH][ xTIMES]`. */
function parseFaultRule(text: string): FaultRule {
  if (text.trim().startsWith('{')) return checkFaultRule(JSON.parse(text), text);
  const [head = '', ...words] = text.trim().split(/\s+/);
  const [kind = '', value] = head.split('=');
  const match: Record<string, unknown> = {};
  for (const word of words) {
    if (/^x\d+$/.test(word)) match['times'] = Number(word.slice(1));
    else if (word.startsWith('/')) match['path'] = word;
    else match['method'] = word;
  }
  const name = faultValueNames[kind];
  const effect = value === undefined || name === undefined ? { kind } : { kind, [name]: Number(value) };
  return checkFaultRule({ match, effect }, text);
}

function checkFaultRule(value: unknown, text: string): FaultRule {
  const rule = faultRuleSchema.safeParse(value);
  if (rule.success) return rule.data;
  const kinds = faultEffectSchema.options.map((option) => option.shape.kind.value).join(', ');
  throw new Error(`"${text}" is not a fault (${z.prettifyError(rule.error).split('\n')[0]}); kinds are ${kinds}.`);
}
