import { createHash } from 'node:crypto';
import { z } from 'zod';
import { decodeKey } from './cipher';
import { isLoopbackHost } from './is-loopback-host.mjs';
import { readUrlLogin } from './read-url-login';

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);

export const positiveNumber = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be a number')
  .transform(Number)
  .refine((n) => n > 0, 'must be more than 0');

export const urlSetting = (invalidMessage: string, findProblems: (url: URL) => (string | false)[]) =>
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

export const httpUrl = urlSetting('must be a full address, such as https://service.example/api/v2.1', (url) => [
  !/^https?:$/.test(url.protocol) && 'must start with https:// or http://',
  url.protocol === 'http:' && !isLoopbackHttp(url) && 'must be https, since it is not on this machine',
  hasCredentials(url),
  (url.search || url.hash) && 'must not have a query or a fragment',
]);

/** Webhook URLs often carry their key in the path or query. */
export const notifyUrl = urlSetting('must be a full address, such as https://chat.example/hooks/1', (url) => [
  findTargetProblem(url) ?? false,
]);

export const smtpUrl = urlSetting('must be an address such as smtps://user:password@mail.company.example', (url) => [
  !/^smtps?:$/.test(url.protocol) && 'must start with smtps:// or smtp://',
  url.hostname === '' && 'must name a host',
  readUrlLogin(url) === undefined && 'must have % in the user and password written as %25',
]);

/** An address, or a name and an address. */
export const mailFrom = z
  .string()
  .max(300, 'is too long')
  .regex(
    /^(?:[^<>"\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address such as migrations@company.example, or Northdesk <migrations@company.example>',
  );

/** A file, or a URL that often carries a key like `notifyUrl`. */
export const fileOrUrl = z
  .string()
  .superRefine((text, ctx) => {
    if (!text.includes('://')) return;
    for (const issue of notifyUrl.safeParse(text).error?.issues ?? []) ctx.addIssue(issue.message);
  })
  .transform((text) => (text.includes('://') ? { url: text } : { file: text }));

export const origin = urlSetting('must be an origin, such as https://landfall.company.example', (url) => [
  notHttps(url),
  (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') &&
    'must be an origin without a path',
]);

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine((text) => URL.canParse(text), 'must be a full address');

export const commaSeparatedList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

export const keyList = commaSeparatedList.superRefine((keys, ctx) => {
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

export const hostList = commaSeparatedList.superRefine((items, ctx) => {
  items.forEach((item, index) => {
    if (!hostname.test(item)) ctx.addIssue(`must be host names separated by commas; entry ${index + 1} is not one`);
  });
});

export const roleMap = z.string().transform((text, ctx) => {
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
export const webhookSecrets = commaSeparatedList.superRefine((secrets, ctx) => {
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

export const apiKeyHashes = commaSeparatedList.superRefine((items, ctx) => {
  items.forEach((item, index) => {
    if (!/^[0-9a-f]{64}$/i.test(item)) ctx.addIssue('must be SHA-256 hashes, 64 hex digits each');
    else if (exampleKeyHashes.has(item.toLowerCase()))
      ctx.addIssue(`holds the hash of an example or an empty key; entry ${index + 1} must be of a random one`);
  });
});

export const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of an HTTP header');

/** The username of Basic credentials, which ends at the first colon. */
export const serviceToken = z
  .string()
  .min(1, 'must not be empty')
  .max(1000, 'is too long')
  .regex(/^[^:]*$/, 'must not contain a colon: enter what follows it as the password (SERVICE_PASSWORD)');
