import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLoopbackHost } from './is-loopback-host.mjs';
import { parseSettings, SettingsError } from './settings';

/** Every setting that is read from the environment. */
const names = readNames();
const key = Buffer.alloc(32, 7).toString('base64');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const productionEnv = {
  SERVICE_URL: 'https://service.example/api/v2.1',
  SERVICE_TOKEN: 'token',
  DATABASE_URL: 'postgres://landfall:secret@db.internal/landfall',
  NEXTAUTH_URL: 'https://landfall.company.example',
  NEXTAUTH_SECRET: 'x'.repeat(32),
  LANDFALL_KEY: key,
  HOST: '0.0.0.0',
};

function readNames(): string[] {
  const names = new Set<string>();
  parseSettings(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    parseSettings(env);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.map(({ setting }) => setting);
  }
}

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8');
  const lines = example.split('\n');

  test('names exactly the settings of the schema, each once', () => {
    const named = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
    expect(named.toSorted()).toEqual(names.toSorted());
  });

  test('has a comment above each setting', () => {
    const bare = lines.filter((line, index) => {
      if (!/^#[A-Z][A-Z0-9_]*=/.test(line)) return false;
      // Related settings share the comment above them.
      let above = index - 1;
      while (/^#[A-Z][A-Z0-9_]*=/.test(lines[above] ?? '')) above -= 1;
      return !/^# \S/.test(lines[above] ?? '');
    });
    expect(bare).toEqual([]);
  });

  test('shows only valid values', () => {
    const shown = Object.fromEntries(
      lines.flatMap((line) => {
        const [, name = '', value = ''] = /^#([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
        return value === '' ? [] : [[name, value]];
      }),
    );
    const secrets = { SERVICE_TOKEN: 't', NEXTAUTH_SECRET: 'x'.repeat(32), LANDFALL_KEY: key };
    const oidc = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
    expect(problemsOf({ ...shown, ...secrets, ...oidc })).toEqual([]);
  });
});

test.each([
  [undefined, undefined],
  ['off', undefined],
  ['viewer', 'viewer'],
  ['approver', 'approver'],
])('REQUIRE_PASSKEY=%s makes passkeys a must from %s upwards', (value, role) => {
  expect(parseSettings({ REQUIRE_PASSKEY: value }).requirePasskeyFrom).toBe(role);
});

test('LOG_LEVEL must be a level', () => {
  expect(parseSettings({}).logLevel).toBe('info');
  expect(() => parseSettings({ LOG_LEVEL: 'loud' })).toThrow(
    'Bad setting: LOG_LEVEL must be debug, info, warn, error or silent.',
  );
});

test('REQUIRE_PASSKEY must be off or a role', () => {
  expect(() => parseSettings({ REQUIRE_PASSKEY: 'yes' })).toThrow('must be off, viewer, agent, approver or admin');
});

describe('defaults', () => {
  test('default to simulator, embedded database and demo accounts', () => {
    expect(parseSettings({})).toMatchObject({
      demo: true,
      embedded: true,
      publicOrigin: 'http://localhost:3000',
      host: '127.0.0.1',
      dataFolder: '.data',
      service: { simulated: true, ratePerS: 10, redirectHosts: ['127.0.0.1'] },
      webhook: { secrets: [], scheme: 'auto', toleranceS: 300 },
      startPage: 'signed',
      whoPays: 'partner',
    });
  });

  test('treats an empty value as not set', () => {
    expect(parseSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(parseSettings({}));
  });

  test('disables demo accounts in production', () => {
    expect(parseSettings(productionEnv)).toMatchObject({
      demo: false,
      embedded: false,
      service: {
        simulated: false,
        sandboxUrl: 'https://service.example/api/sandbox',
        redirectHosts: ['service.example'],
      },
    });
  });

  test.each([
    ['a real service', { SERVICE_URL: productionEnv.SERVICE_URL, SERVICE_TOKEN: 'token' }],
    ['a public origin', { NEXTAUTH_URL: productionEnv.NEXTAUTH_URL }],
    [
      'a server database',
      { DATABASE_URL: productionEnv.DATABASE_URL, NEXTAUTH_SECRET: 'x'.repeat(32), LANDFALL_KEY: key },
    ],
  ])('%s disables demo mode', (_what, env) => {
    expect(parseSettings(env).demo).toBe(false);
  });
});

describe('bad settings', () => {
  test('are reported together with missing ones', () => {
    const env = {
      PORT: 'seventy',
      SERVICE_URL: 'http://service.example',
      DATABASE_URL: 'mysql://x',
      HOST: '0.0.0.0',
      WHO_PAYS: 'nobody',
      LANDFALL_API_KEYS: 'plain-key',
      OIDC_ISSUER: 'https://id.example',
    };
    expect(problemsOf(env).toSorted()).toEqual([
      'DATABASE_URL',
      'LANDFALL_API_KEYS',
      'LANDFALL_KEY',
      'NEXTAUTH_SECRET',
      'NEXTAUTH_URL',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'PORT',
      'SERVICE_TOKEN',
      'SERVICE_URL',
      'WHO_PAYS',
    ]);
  });

  test.each([
    ['SERVICE_TOKEN', 'token'],
    ['SERVICE_PASSWORD', 'password'],
    ['SERVICE_SANDBOX_URL', 'https://service.example/sandbox'],
  ])('%s needs the address', (name, value) => {
    expect(() => parseSettings({ [name]: value })).toThrow(`Bad setting: SERVICE_URL is needed with ${name}.`);
  });

  test('an owner role needs the role of the app', () => {
    expect(problemsOf({ DATABASE_OWNER_URL: 'postgres://owner@db.internal/landfall' })).toEqual(['DATABASE_URL']);
    expect(problemsOf({ ...productionEnv, DATABASE_OWNER_URL: 'mysql://x' })).toEqual(['DATABASE_OWNER_URL']);
  });

  test('are reported by name, one in a sentence, several in a list', () => {
    expect(() => parseSettings({ PORT: '0' })).toThrow('Bad setting: PORT must be between 1 and 65535.');
    expect(() => parseSettings({ PORT: 'x', WHO_PAYS: 'x' })).toThrow(
      'Bad settings:\n  WHO_PAYS must be partner or customer\n  PORT must be a whole number',
    );
  });

  test.each([
    ['SERVICE_URL', 'service.example', 'https://user:word@service.example', 'https://service.example?x=1', 'ftp://x'],
    ['SERVICE_TOKEN', 'user:password', ':'],
    ['SERVICE_REDIRECT_HOSTS', 'https://a.example', 'a.example:443', '*.example', '-a'],
    ['SERVICE_RATE_PER_S', '0', '-1', 'ten', '1e3'],
    ['NEXTAUTH_URL', 'https://a.example/path', 'http://a.example', 'a.example'],
    ['NEXTAUTH_SECRET', 'short'],
    ['BACKUP_KEY', 'short', key],
    ['LANDFALL_KEY', 'short', `${key},short`, ' , ', 'a pass phrase that happens to be just as long!'],
    ['OIDC_ROLE_MAP', 'admins', 'admins=root', '=admin'],
    ['LANDFALL_TRUSTED_HOPS', '-1', '11', '1.5'],
    ['START_FRAME_ANCESTORS', 'www.company.example', 'https://a.example/', 'https://*.example.com/x', 'https://*'],
    ['FULL_REQUEST_PARAM', 'a b', 'a&b=c'],
    ['WEBHOOK_HEADER', 'X Signature', 'X-Signature:'],
    ['METRICS_TOKEN', 'short', `${'x'.repeat(16)},short`],
    ['WEBHOOK_SECRET', 'fifteen-bytes-x', `${'x'.repeat(16)},short`, `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['LANDFALL_API_KEYS', 'key', sha256(''), `${'0'.repeat(64)},${sha256('changeme')}`],
    ['NOTIFY_URL', 'http://chat.example/hook', 'chat.example', 'https://user:word@chat.example'],
    ['AUDIT_HEADS', 'http://heads.example/', 'https://user:word@heads.example', 's3://bucket', '://'],
  ])('%s rejects invalid values', (name, ...values) => {
    const rest = { ...productionEnv, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: 'a=admin' };
    for (const value of values) expect([value, problemsOf({ ...rest, [name]: value })]).toEqual([value, [name]]);
  });

  test('a short secret or example key is reported with its place and the reason', () => {
    const env = { WEBHOOK_SECRET: `${'x'.repeat(16)},short`, LANDFALL_API_KEYS: `${'0'.repeat(64)},${sha256('')}` };
    expect(() => parseSettings(env)).toThrow(
      /WEBHOOK_SECRET must have at least 16 bytes, since a short one can be guessed; secret 2 has fewer/,
    );
    expect(() => parseSettings(env)).toThrow(/LANDFALL_API_KEYS holds the hash of an example.*; entry 2/);
  });

  test('accepts random secrets of the shortest length', () => {
    const standard = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    expect(parseSettings({ WEBHOOK_SECRET: `${'x'.repeat(16)}, ${standard}` }).webhook.secrets).toHaveLength(2);
  });

  test('AUDIT_HEADS is a file or a URL', () => {
    const read = (value: string) => parseSettings({ AUDIT_HEADS: value }).auditHeads;
    expect(read('/mnt/heads.jsonl')).toEqual({ file: '/mnt/heads.jsonl' });
    expect(read('https://heads.example/a?key=b')).toEqual({ url: 'https://heads.example/a?key=b' });
    expect(read('http://127.0.0.1:9000/')).toEqual({ url: 'http://127.0.0.1:9000/' });
  });

  test('are reported without secret values', () => {
    const secretSettings = [
      'SERVICE_TOKEN',
      'SERVICE_PASSWORD',
      'WEBHOOK_SECRET',
      'DATABASE_URL',
      'NEXTAUTH_SECRET',
      'OIDC_CLIENT_SECRET',
      'METRICS_TOKEN',
      'NOTIFY_URL',
      'AUDIT_HEADS',
      'LANDFALL_KEY',
    ];
    const quoted = fc.string({ minLength: 8, maxLength: 60 }).filter((text) => text.trim().length >= 8);
    fc.assert(
      fc.property(fc.constantFrom(...secretSettings), quoted, (name, value) => {
        try {
          parseSettings({ PORT: 'bad', [name]: value });
        } catch (error) {
          expect(String(error)).not.toContain(value);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('throws only SettingsError for any environment', () => {
    const env = fc.dictionary(fc.constantFrom(...names), fc.string({ maxLength: 80 }), { maxKeys: 8 });
    fc.assert(
      fc.property(env, (given) => void problemsOf(given)),
      { numRuns: 500 },
    );
  });
});

describe('sandbox URL', () => {
  test.each([
    ['https://s.example/api/v2.1', 'https://s.example/api/sandbox'],
    ['https://s.example/2.1/', 'https://s.example/sandbox'],
    ['https://s.example/v1/partners/2.1/en', 'https://s.example/v1/partners/sandbox/en'],
    ['https://s.example', 'https://s.example/sandbox'],
    ['https://s.example/api', 'https://s.example/api/sandbox'],
  ])('of %s is %s', (serviceUrl, expected) => {
    const { service } = parseSettings({ SERVICE_URL: serviceUrl, SERVICE_TOKEN: 'token' });
    expect(service.sandboxUrl).toBe(expected);
  });
});

test('recognises loopback hosts and no lookalikes', () => {
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])
    expect([host, isLoopbackHost(host)]).toEqual([host, true]);
  for (const host of ['127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0', '::', '128.0.0.1', ''])
    expect([host, isLoopbackHost(host)]).toEqual([host, false]);
});

test.each(['smtps://user:50%off@mail.example', 'smtps://50%off:password@mail.example'])(
  'rejects the mail server %s, whose login cannot be decoded, and says why',
  (url) => {
    const read = () => parseSettings({ ...productionEnv, SMTP_URL: url, MAIL_FROM: 'moves@company.example' });
    expect(read).toThrow('SMTP_URL must have % in the user and password written as %25');
  },
);
