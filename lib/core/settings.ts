import { z } from 'zod';
import { isFrameAncestor } from './frame-ancestors';
import { isLoopbackHost } from './is-loopback-host.mjs';
import {
  wholeNumber,
  positiveNumber,
  urlSetting,
  httpUrl,
  notifyUrl,
  smtpUrl,
  mailFrom,
  fileOrUrl,
  origin,
  postgresUrl,
  commaSeparatedList,
  keyList,
  hostList,
  roleMap,
  webhookSecrets,
  apiKeyHashes,
  headerName,
  serviceToken,
} from './setting-schemas';
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

/** `.env.example` lists exactly these; a test checks it. */
const settingsSchema = z.object({
  SERVICE_URL: httpUrl.optional(),
  SERVICE_TOKEN: serviceToken.optional(),
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
  LANDFALL_API_KEYS: apiKeyHashes.default([]),
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
    /** For the commands that make and restore backups. The app does not use them. */
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
