import { createHash } from 'node:crypto';
import { z } from 'zod';
import { decodeKey } from './cipher';
import { isFrameAncestor } from './frame-ancestors';
import { isLoopbackHost } from './is-loopback-host.mjs';
import { readUrlLogin } from './read-url-login';
import { telemetryShape, toTelemetry } from './telemetry/telemetry-settings';

/** Reports all bad settings together, and never their values: a mistyped token must not end up in a log. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly { setting: string; problem: string }[]) {
    super(
      problems.length === 1
        ? `Bad setting: ${problems[0]?.setting} ${problems[0]?.problem}.`
        : `Bad settings:\n${problems.map((p) => `  ${p.setting} ${p.problem}`).join('\n')}`,
    );
  }
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);

const positiveNumber = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be a number')
  .transform(Number)
  .refine((n) => n > 0, 'must be more than 0');

const urlSetting = (invalidMessage: string, findProblems: (url: URL) => (string | false)[]) =>
  z.string().superRefine((text, ctx) => {
    const problems = URL.canParse(text) ? findProblems(new URL(text)) : [invalidMessage];
    for (const problem of problems) if (problem) ctx.addIssue(problem);
  });
const isLoopbackHttp = (url: URL) => url.protocol === 'http:' && isLoopbackHost(url.hostname);
const notHttps = (url: URL) =>
  url.protocol !== 'https:' && !isLoopbackHttp(url) && 'must be https unless it is on this machine';
const hasCredentials = (url: URL) => (url.username || url.password) && 'must not contain credentials';

/** Undefined if messages may be posted there. The rule for NOTIFY_URL and for the URLs that admins enter. */
export const findTargetProblem = (url: URL): string | undefined => notHttps(url) || hasCredentials(url) || undefined;

const httpUrl = urlSetting('must be a full address, such as https://service.example/api/v2.1', (url) => [
  !/^https?:$/.test(url.protocol) && 'must start with https:// or http://',
  url.protocol === 'http:' && !isLoopbackHttp(url) && 'must be https, since it is not on this machine',
  hasCredentials(url),
  (url.search || url.hash) && 'must not have a query or a fragment',
]);

/** Webhook URLs often carry their key in the path or query. */
const notifyUrl = urlSetting('must be a full address, such as https://chat.example/hooks/1', (url) => [
  findTargetProblem(url) ?? false,
]);

const smtpUrl = urlSetting('must be an address such as smtps://user:password@mail.company.example', (url) => [
  !/^smtps?:$/.test(url.protocol) && 'must start with smtps:// or smtp://',
  url.hostname === '' && 'must name a host',
  readUrlLogin(url) === undefined && 'must have % in the user and password written as %25',
]);

/** An address, or a name and an address. */
const mailFrom = z
  .string()
  .max(300, 'is too long')
  .regex(
    /^(?:[^<>"\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address such as migrations@company.example, or Northdesk <migrations@company.example>',
  );

/** A file, or a URL that often carries a key like `notifyUrl`. */
const fileOrUrl = z
  .string()
  .superRefine((text, ctx) => {
    if (!text.includes('://')) return;
    for (const issue of notifyUrl.safeParse(text).error?.issues ?? []) ctx.addIssue(issue.message);
  })
  .transform((text) => (text.includes('://') ? { url: text } : { file: text }));

const origin = urlSetting('must be an origin, such as https://landfall.company.example', (url) => [
  notHttps(url),
  (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') &&
    'must be an origin without a path',
]);

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine((text) => URL.canParse(text), 'must be a full address');

const commaSeparatedList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const keyList = commaSeparatedList.superRefine((keys, ctx) => {
  if (keys.length === 0) ctx.addIssue('must contain at least one key');
  keys.forEach((key, index) => {
    try {
      decodeKey(key);
    } catch {
      ctx.addIssue(`must be 32 bytes as base64 or hex; key ${index + 1} is not`);
    }
  });
});

const hostname = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

const hostList = commaSeparatedList.superRefine((items, ctx) => {
  items.forEach((item, index) => {
    if (!hostname.test(item)) ctx.addIssue(`must be host names separated by commas; entry ${index + 1} is not one`);
  });
});

const roleMap = z.string().transform((text, ctx) => {
  const map: Record<string, 'viewer' | 'agent' | 'approver' | 'admin'> = {};
  for (const pair of text.split(',').filter((p) => p.trim() !== '')) {
    const [value, role] = pair.split('=').map((part) => part.trim());
    if (!value || !(role === 'viewer' || role === 'agent' || role === 'approver' || role === 'admin')) {
      ctx.addIssue('must be pairs such as landfall-admins=admin,support=agent');
      return z.NEVER;
    }
    map[value] = role;
  }
  return map;
});

/** Anyone who guesses a secret can report any status. Standard Webhooks asks for 24 random bytes; other schemes name none. */
const webhookSecrets = commaSeparatedList.superRefine((secrets, ctx) => {
  secrets.forEach((secret, index) => {
    const which = secrets.length === 1 ? '' : `; secret ${index + 1} has fewer`;
    const isStandard = secret.startsWith('whsec_');
    const bytes = isStandard ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
    const minBytes = isStandard ? 24 : 16;
    if (bytes.length >= minBytes) return;
    const where = isStandard ? ' in base64 after whsec_' : '';
    ctx.addIssue(`must have at least ${minBytes} bytes${where}, since a short one can be guessed${which}`);
  });
});

/** Hashes of keys that everyone knows. A short key cannot be seen from its hash; those are refused when used. */
const exampleKeyHashes: ReadonlySet<string> = new Set(
  [
    '',
    '\n',
    'key',
    'KEY',
    'secret',
    'password',
    'test',
    'changeme',
    'change-me',
    'example',
    'api-key',
    'partner-key',
  ].map((key) => createHash('sha256').update(key).digest('hex')),
);

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of an HTTP header');

/** `.env.example` lists exactly these; a test checks it. */
const settingsSchema = z.object({
  SERVICE_URL: httpUrl.optional(),
  SERVICE_TOKEN: z.string().min(1, 'must not be empty').max(1000, 'is too long').optional(),
  SERVICE_SANDBOX_URL: httpUrl.optional(),
  SERVICE_PASSWORD: z.string().max(1000, 'is too long').default('X'),
  SERVICE_REDIRECT_HOSTS: hostList.optional(),
  SERVICE_FAMILIES: commaSeparatedList.default([]),
  SERVICE_DIALECT: z.string().optional(),
  SERVICE_RATE_PER_S: positiveNumber.default(10),
  WEBHOOK_SECRET: webhookSecrets.default([]),
  WEBHOOK_SCHEME: z
    .enum(['auto', 'standard', 'timestamped'], { error: 'must be auto, standard or timestamped' })
    .default('auto'),
  WEBHOOK_HEADER: headerName.optional(),
  WEBHOOK_TOLERANCE_S: wholeNumber(1, 86_400).default(300),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  LANDFALL_DATA: z.string().min(1).default('.data'),
  LANDFALL_DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  NEXTAUTH_URL: origin.optional(),
  NEXTAUTH_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ROLE_CLAIM: z.string().optional(),
  OIDC_ROLE_MAP: roleMap.optional(),
  OIDC_ALLOWED_DOMAINS: hostList.optional(),
  OIDC_UNKNOWN: z.enum(['refuse', 'viewer'], { error: 'must be refuse or viewer' }).default('refuse'),
  REQUIRE_PASSKEY: z
    .enum(['off', 'viewer', 'agent', 'approver', 'admin'], { error: 'must be off, viewer, agent, approver or admin' })
    .default('off'),
  LANDFALL_TRUSTED_HOPS: wholeNumber(0, 10).default(0),
  LANDFALL_DRAIN_S: wholeNumber(0, 60).default(0),
  LANDFALL_API_KEYS: commaSeparatedList
    .superRefine((items, ctx) => {
      items.forEach((item, index) => {
        if (!/^[0-9a-f]{64}$/i.test(item)) ctx.addIssue('must be SHA-256 hashes, 64 hex digits each');
        else if (exampleKeyHashes.has(item.toLowerCase()))
          ctx.addIssue(`holds the hash of an example or an empty key; entry ${index + 1} must be of a random one`);
      });
    })
    .default([]),
  SECURITY_CONTACT: urlSetting('must be mailto:security@company.example or a full https address', (url) => [
    url.protocol !== 'https:' && url.protocol !== 'mailto:' && 'must start with mailto: or https://',
  ]).optional(),
  HSTS: z.enum(['host', 'subdomains'], { error: 'must be host or subdomains' }).default('host'),
  METRICS_TOKEN: commaSeparatedList
    .refine((tokens) => tokens.every(({ length }) => length >= 16), 'must have at least 16 characters in each token')
    .default([]),
  NOTIFY_URL: notifyUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  AUDIT_HEADS: fileOrUrl.optional(),
  LANDFALL_KEY: keyList.optional(),
  BACKUP_KEY: keyList.optional(),
  START_PAGE: z.enum(['signed', 'open', 'off'], { error: 'must be signed, open or off' }).default('signed'),
  START_FRAME_ANCESTORS: commaSeparatedList
    .superRefine((items, ctx) => {
      if (!items.every(isFrameAncestor))
        ctx.addIssue(
          'must be origins separated by commas, such as https://www.company.example or https://*.company.example',
        );
    })
    .default([]),
  WHO_PAYS: z.enum(['partner', 'customer'], { error: 'must be partner or customer' }).default('partner'),
  DECISION_HOLD_S: wholeNumber(0, 600).default(8),
  FULL_REQUEST_PARAM: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,50}$/, 'must be the name of a query parameter')
    .default('token'),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
    .default('info'),
  ...telemetryShape,
  LANDFALL_SIMULATOR: httpUrl.optional(),
});

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);

type RawSettings = z.infer<typeof settingsSchema>;

export type Settings = ReturnType<typeof toSettings>;

export function parseSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  // An empty value in a .env file means "not set".
  const given: Record<string, string | undefined> = Object.fromEntries(
    Object.keys(settingsSchema.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const parsed = settingsSchema.safeParse(given);
  const invalid = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({ setting: String(issue.path[0]), problem: issue.message }));
  const problems = [...invalid, ...findMissing(given)];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  return toSettings(parsed.data);
}

/** Checks the raw values, so that missing settings are reported together with invalid ones. */
function findMissing(given: Readonly<Record<string, string | undefined>>): { setting: string; problem: string }[] {
  const problems: { setting: string; problem: string }[] = [];
  const requireSetting = (setting: keyof RawSettings, problem: string) => {
    if (given[setting] === undefined) problems.push({ setting, problem });
  };
  if (given['SERVICE_URL']) requireSetting('SERVICE_TOKEN', 'is needed with SERVICE_URL');
  // Without the address they would be ignored, since the whole connection may be entered in the browser.
  const ofService = ['SERVICE_TOKEN', 'SERVICE_PASSWORD', 'SERVICE_SANDBOX_URL'].find((name) => given[name]);
  if (ofService !== undefined) requireSetting('SERVICE_URL', `is needed with ${ofService}`);
  if (given['DATABASE_URL']) {
    requireSetting('NEXTAUTH_SECRET', 'is needed with DATABASE_URL, since instances must share it');
    requireSetting('LANDFALL_KEY', 'is needed with DATABASE_URL, since instances must share it');
  }
  // Who may read backups is another question than what the app decrypts, and one leak must not answer both.
  const landfallKeys = splitKeys(given['LANDFALL_KEY']);
  if (splitKeys(given['BACKUP_KEY']).some((key) => landfallKeys.includes(key)))
    problems.push({ setting: 'BACKUP_KEY', problem: 'must not contain a key of LANDFALL_KEY' });
  if (given['SMTP_URL']) requireSetting('MAIL_FROM', 'is needed with SMTP_URL');
  if (given['MAIL_FROM']) requireSetting('SMTP_URL', 'is needed with MAIL_FROM');
  if (given['DATABASE_OWNER_URL']) requireSetting('DATABASE_URL', 'is needed with DATABASE_OWNER_URL');
  if (given['HOST'] && !isLoopbackHost(given['HOST']))
    requireSetting('NEXTAUTH_URL', 'is needed when HOST is not only this machine');
  if (given['OIDC_ISSUER']) {
    requireSetting('OIDC_CLIENT_ID', 'is needed with OIDC_ISSUER');
    requireSetting('OIDC_CLIENT_SECRET', 'is needed with OIDC_ISSUER');
  }
  if (given['OIDC_ROLE_CLAIM']) requireSetting('OIDC_ROLE_MAP', 'is needed with OIDC_ROLE_CLAIM');
  if (given['OIDC_ROLE_MAP']) requireSetting('OIDC_ROLE_CLAIM', 'is needed with OIDC_ROLE_MAP');
  if (given['WEBHOOK_SCHEME'] === 'timestamped')
    requireSetting('WEBHOOK_HEADER', 'is needed with WEBHOOK_SCHEME=timestamped');
  return problems;
}

const splitKeys = (text = '') => commaSeparatedList.parse(text);

function deriveSandboxUrl(serviceUrl: string): string {
  const url = new URL(serviceUrl);
  const replaced = url.pathname.replace(/\/v?\d+(\.\d+)*(?=\/|$)(?!.*\/v?\d+(\.\d+)*(\/|$))/, '/sandbox');
  url.pathname = replaced === url.pathname ? `${url.pathname.replace(/\/$/, '')}/sandbox` : replaced;
  return url.href.replace(/\/$/, '');
}

function toSettings(raw: RawSettings) {
  const serviceUrl = (raw.SERVICE_URL ?? 'http://127.0.0.1:4010/api/v2.1').replace(/\/$/, '');
  const publicOrigin = new URL(raw.NEXTAUTH_URL ?? `http://localhost:${raw.PORT}`).origin;
  const loopback = isLoopbackHost(raw.HOST) && isLoopbackHost(new URL(publicOrigin).hostname);
  const embedded = raw.DATABASE_URL === undefined;
  const mayBeDemo = raw.LANDFALL_DEMO !== 'off' && embedded && loopback;
  const simulated = raw.LANDFALL_SIMULATOR !== undefined || (raw.SERVICE_URL === undefined && mayBeDemo);
  return {
    /** Demo accounts and data exist only with the embedded database, the simulator and loopback addresses. */
    demo: simulated && mayBeDemo,
    /** Asked for explicitly, so that the next start does not use the live data folder. */
    staysDemo: raw.LANDFALL_DEMO === 'on',
    embedded,
    publicOrigin,
    host: raw.HOST,
    port: raw.PORT,
    logLevel: raw.LOG_LEVEL,
    telemetry: toTelemetry(raw),
    dataFolder: raw.LANDFALL_DATA,
    databaseUrl: raw.DATABASE_URL,
    databaseOwnerUrl: raw.DATABASE_OWNER_URL,
    nextAuthSecret: raw.NEXTAUTH_SECRET,
    landfallKeys: raw.LANDFALL_KEY,
    /** Of the commands that make and restore backups. The app does not use them. */
    backupKeys: raw.BACKUP_KEY,
    service: {
      simulated,
      /** False: the connection is what an admin entered, if anything, and `url` and `token` are not used. */
      configured: simulated || raw.SERVICE_URL !== undefined,
      simulatorOrigin: raw.LANDFALL_SIMULATOR,
      url: serviceUrl,
      token: raw.SERVICE_TOKEN ?? 'simulator-token',
      password: raw.SERVICE_PASSWORD,
      sandboxUrl: raw.SERVICE_SANDBOX_URL?.replace(/\/$/, '') ?? deriveSandboxUrl(serviceUrl),
      redirectHosts: raw.SERVICE_REDIRECT_HOSTS ?? [new URL(serviceUrl).hostname],
      redirectHostsConfigured: raw.SERVICE_REDIRECT_HOSTS !== undefined,
      families: raw.SERVICE_FAMILIES,
      dialectPath: raw.SERVICE_DIALECT,
      ratePerS: raw.SERVICE_RATE_PER_S,
    },
    webhook: {
      secrets: raw.WEBHOOK_SECRET,
      scheme: raw.WEBHOOK_SCHEME,
      header: raw.WEBHOOK_HEADER?.toLowerCase(),
      toleranceS: raw.WEBHOOK_TOLERANCE_S,
    },
    oidc:
      raw.OIDC_ISSUER && raw.OIDC_CLIENT_ID && raw.OIDC_CLIENT_SECRET
        ? {
            issuer: raw.OIDC_ISSUER,
            clientId: raw.OIDC_CLIENT_ID,
            clientSecret: raw.OIDC_CLIENT_SECRET,
            roleClaim: raw.OIDC_ROLE_CLAIM,
            roleMap: raw.OIDC_ROLE_MAP ?? {},
            allowedDomains: raw.OIDC_ALLOWED_DOMAINS,
            unknown: raw.OIDC_UNKNOWN,
          }
        : undefined,
    /** The lowest role whose local accounts need a passkey. */
    requirePasskeyFrom: raw.REQUIRE_PASSKEY === 'off' ? undefined : raw.REQUIRE_PASSKEY,
    apiKeyHashes: raw.LANDFALL_API_KEYS.map((hash) => hash.toLowerCase()),
    metricsTokens: raw.METRICS_TOKEN,
    securityContact: raw.SECURITY_CONTACT,
    hsts: raw.HSTS,
    trustedHops: raw.LANDFALL_TRUSTED_HOPS,
    drainS: raw.LANDFALL_DRAIN_S,
    notifyUrl: raw.NOTIFY_URL,
    /** Unset: the demo shows e-mails on a page, other installations send none. */
    mail: raw.SMTP_URL && raw.MAIL_FROM ? { smtpUrl: raw.SMTP_URL, from: raw.MAIL_FROM } : undefined,
    auditHeads: raw.AUDIT_HEADS,
    startPage: raw.START_PAGE,
    frameAncestors: raw.START_FRAME_ANCESTORS,
    whoPays: raw.WHO_PAYS,
    decisionHoldS: raw.DECISION_HOLD_S,
    fullRequestParam: raw.FULL_REQUEST_PARAM,
  };
}
