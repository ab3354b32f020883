import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { checkRedirectUrl } from './check-redirect-url';

const allowed = {
  hosts: ['go.service.example', 'Bücher.example'],
  serviceUrl: 'https://api.service.example:8443/api/v2.1',
};
const loopback = { hosts: ['127.0.0.1'], serviceUrl: 'http://127.0.0.1:4010/api/v2.1' };
const good = 'go.service.example';

describe('allowed addresses', () => {
  it.each<[string, string]>([
    [`https://${good}/start/abc?x=1#y`, `https://${good}/start/abc?x=1#y`],
    [`https://${good}`, `https://${good}/`],
    [`HTTPS://GO.Service.EXAMPLE/Start`, `https://${good}/Start`],
    [`https://${good}:443/start`, `https://${good}/start`],
    [`https://${good}:8443/start`, `https://${good}:8443/start`],
    [
      `https://${good}/a%2Fb/%E2%9C%93?redirect=https%3A%2F%2Fevil.example`,
      `https://${good}/a%2Fb/%E2%9C%93?redirect=https%3A%2F%2Fevil.example`,
    ],
    [`https://${good}/@evil.example`, `https://${good}/@evil.example`],
    [`https://${good}//evil.example`, `https://${good}//evil.example`],
    ['https://xn--bcher-kva.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://BÜCHER.example/x', 'https://xn--bcher-kva.example/x'],
  ])('%s', (given, url) => {
    expect(checkRedirectUrl(given, allowed)).toEqual({ ok: true, url });
  });

  it('allows http on loopback at the port of the service', () => {
    const url = 'http://127.0.0.1:4010/migrations/abc';
    expect(checkRedirectUrl(url, loopback)).toEqual({ ok: true, url });
    expect(checkRedirectUrl('http://127.0.0.1:4011/', loopback)).toMatchObject({ ok: false, problem: 'port' });
    expect(checkRedirectUrl('http://localhost:4010/', loopback)).toMatchObject({ ok: false, problem: 'host' });
    expect(checkRedirectUrl('http://127.0.0.1:4010/', { ...allowed, hosts: ['127.0.0.1'] })).toMatchObject({
      problem: 'scheme',
    });
    const mixed = { hosts: ['127.0.0.1', good], serviceUrl: loopback.serviceUrl };
    expect(checkRedirectUrl(`http://${good}/`, mixed)).toMatchObject({ ok: false, problem: 'scheme' });
    expect(checkRedirectUrl(`https://${good}/`, mixed)).toMatchObject({ ok: true });
    const six = { hosts: ['::1'], serviceUrl: 'http://[::1]:4010/api/v2.1' };
    expect(checkRedirectUrl('http://[::1]:4010/x', six)).toMatchObject({ ok: true });
  });
});

/** Known ways around such checks. */
const hostile: string[] = [
  '',
  ' ',
  '/',
  '//',
  '///',
  `//${good}`,
  `/start`,
  'start',
  good,
  `${good}/start`,
  `${good}:443/start`,
  '?x=https://go.service.example',
  '#https://go.service.example',
  // Other schemes.
  ...[
    'http',
    'ftp',
    'ws',
    'wss',
    'file',
    'gopher',
    'intent',
    'android-app',
    'itms',
    'view-source',
    'filesystem',
    'feed',
    'sms',
    'httpss',
    'xhttps',
    'https+x',
  ].map((s) => `${s}://${good}/`),
  ...[
    'javascript:alert(1)',
    `javascript://${good}/%0aalert(1)`,
    `JaVaScRiPt://${good}/%0Aalert(1)`,
    'data:text/html,<script>alert(1)</script>',
    `data://${good}/x`,
    `vbscript://${good}/x`,
    `blob:https://${good}/x`,
    'about:blank',
    `about://${good}`,
    `mailto:x@${good}`,
    'tel:1',
    `jar:https://${good}!/x`,
  ],
  // Missing or too many slashes, which parsers forgive.
  `https:${good}`,
  `https:/${good}`,
  `https:///${good}`,
  `https:////${good}/`,
  `https:${good}/start`,
  `https:\\\\${good}/`,
  `https:/\\${good}/`,
  `https:\\/${good}/`,
  `\\\\${good}`,
  `/\\${good}`,
  // Other hosts that look like ours.
  ...[
    'evil.example',
    `evil.example/${good}`,
    `evil.example?${good}`,
    `evil.example#${good}`,
    `evil.example/?u=https://${good}`,
    `${good}.evil.example`,
    `evil-${good}`,
    `evil.${good}`,
    `x${good}`,
    `${good}x`,
    'service.example',
    'go.service.example.',
    'go.service.example..',
    '.go.service.example',
    'go..service.example',
    'go-service.example',
    'goservice.example',
    'go.service.exampl',
    'go.service.example.com',
    'go.service.example%2eevil.example',
    'api.service.example',
    'www.go.service.example',
    'xn--go-service.example',
  ].map((h) => `https://${h}/start`),
  // Credentials.
  ...[
    `${good}@evil.example`,
    `${good}:443@evil.example`,
    `user@${good}`,
    `user:pw@${good}`,
    `:pw@${good}`,
    `@${good}`,
    `:@${good}`,
    `@@${good}`,
    `evil.example@${good}`,
    `https://${good}@${good}`,
    `${good}%40evil.example`,
    `evil.example%40${good}`,
    `${good}%2540evil.example`,
    `user%3Apw@${good}`,
    `${good}&@evil.example`,
    `${good}#@evil.example@`,
  ]
    .map((a) => `https://${a}/start`)
    .filter((url) => !url.startsWith(`https://${good}#`)),
  // Backslashes.
  ...[
    `evil.example\\${good}`,
    `${good}\\evil.example`,
    `${good}\\@evil.example`,
    `evil.example\\@${good}`,
    `\\${good}`,
    `evil.example\\.${good}`,
    `${good}\\`,
    `${good}/\\evil.example`,
    `${good}/..\\..\\`,
  ].map((a) => `https://${a}`),
  // Ports.
  ...[
    '80',
    '444',
    '8080',
    '8444',
    '0',
    '1',
    '22',
    '65535',
    '65536',
    '99999',
    '-1',
    '443x',
    'x',
    ' 443',
    '443 ',
    '4 43',
    '%34%34%33',
    '٤٤٣',
    '+443',
    '443:443',
    '443@evil.example',
    '0443',
    '08443',
    '00443',
  ].map((p) => `https://${good}:${p}/`),
  `https://${good}:/`,
  // Numbers and other spellings of hosts.
  ...[
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '169.254.169.254',
    '10.0.0.1',
    '[fe80::1]',
    '[::]',
    '0',
    '0.0.0.0',
    '①②⑦.0.0.1',
    '１２７.0.0.1',
  ].map((h) => `https://${h}/`),
  // Letters that normalize to ours, and percent signs in hosts.
  ...[
    'ｇo.service.example',
    'go。service。example',
    'go．service．example',
    'go｡service｡example',
    'gＯ.service.example',
    'go.ſervice.example',
    'go.service.ｅxample',
    'ɢo.service.example',
    'gо.service.example',
    'go.sеrvice.example',
    'go.service.exаmple',
    'go.serviçe.example',
    'go.se\u00adrvice.example',
    'go.ser\u200bvice.example',
    'go.ser\u200dvice.example',
    'go.ser\u2060vice.example',
    'go.service.example\ufeff',
    '\u202ego.service.example',
    'go.serv\u0456ce.example',
    'ⓖⓞ.service.example',
    '𝗀𝗈.service.example',
    'go.ꜱervice.example',
    'go%2eservice%2eexample',
    '%67o.service.example',
    'go.service.example%00',
    'go.service.example%00.evil.example',
    'go.service.example%0a',
    'go.service.example%2f',
    'go.service.example%5c',
    'go.service.example%23',
    'go.service.example%3f',
    'go.service.example%20',
    'bücher.example.',
    'bu\u0308cher.example',
    'bùcher.example',
    'xn--bcher-kva.example.evil.example',
    'xn--bcher-kvb.example',
    'xn--a',
    'xn--',
    'faß.example',
  ].map((h) => `https://${h}/`),
  // Control characters and white space.
  ...[
    '\t',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\u0000',
    '\u0001',
    '\u000b',
    '\u000c',
    '\u001f',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u1680',
    '\u2000',
    '\u2003',
    '\u2028',
    '\u2029',
    '\u202f',
    '\u205f',
    '\u3000',
    '\ufeff',
    '\u200b',
    '\u200e',
    '\u202e',
    '\u2066',
    '\ue000',
    '\ud800',
  ].flatMap((c) => [`${c}https://${good}/`, `https://${good}${c}/`, `https://${good}/a${c}b`]),
  ...[
    `ht\ttps://${good}/`,
    `https\n://${good}/`,
    `https:\t//${good}/`,
    `https:/\t/${good}/`,
    `https://\t${good}/`,
    `https://evil.example\t@${good}/`,
    `https://go.serv\nice.example/`,
    `java\nscript://${good}/`,
  ],
  // Characters that are invalid in hosts.
  ...['<', '>', '"', "'", '`', '{', '}', '|', '^', '*', '!', '$', '&', '(', ')', '+', ',', ';', '=', '~', '_'].map(
    (c) => `https://go${c}.service.example/`,
  ),
  // Headers, markup, length.
  `https://${good}/\r\nSet-Cookie: a=b`,
  `https://${good}/${'x'.repeat(4_000)}`,
  `https://${'a'.repeat(300)}.example/`,
  `https://${good}, https://evil.example`,
  `https://evil.example https://${good}`,
  `url(https://${good}/)`,
  `"https://${good}/"`,
  `<https://${good}/>`,
  `https://[${good}]/`,
  `https://[::1]:443@${good}/`,
  `https://${good}[/`,
  'https://',
  'https:',
  'https:///',
  'https://?',
  'https://#',
  'https://:443',
  'https://@',
  'null',
  'undefined',
  '[object Object]',
];

describe('rejected addresses', () => {
  it('covers at least 200 addresses', () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(200);
  });

  it.each(hostile.map((url) => [JSON.stringify(url).slice(0, 80), url] as const))('%s', (_, url) => {
    const checked = checkRedirectUrl(url, allowed);
    expect(checked.ok).toBe(false);
    if (checked.ok) return;
    expect(checked.reason.length).toBeLessThan(400);
    // The address is a secret; only the host may be named.
    expect(checked.reason).not.toContain('/start');
  });

  it('names the host and where to allow it', () => {
    expect(checkRedirectUrl('https://evil.example/start?secret=1', allowed)).toEqual({
      ok: false,
      problem: 'host',
      host: 'evil.example',
      reason:
        'The migration link leads to evil.example, which is not an allowed host. An admin can allow it under Settings > Connection.',
    });
  });

  it('allows nothing for a mistyped entry of the host list', () => {
    const hosts = [
      '',
      ' ',
      '*',
      '*.example',
      'https://evil.example',
      'evil.example/',
      'user@evil.example',
      'evil.example:443',
      '%65vil.example/x',
    ];
    expect(checkRedirectUrl('https://evil.example/', { ...allowed, hosts })).toMatchObject({
      ok: false,
      problem: 'host',
    });
  });

  it('accepts only https URLs of allowed hosts without credentials, for any text', () => {
    const piece = fc.constantFrom(
      'https:',
      'http:',
      '/',
      '//',
      '\\',
      '@',
      ':',
      '.',
      '#',
      '?',
      '%2e',
      good,
      'evil.example',
      '443',
      '8443',
      '\t',
      ' ',
      'ｇ',
      'a',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 9 }).map((parts) => parts.join('')),
      fc.webUrl(),
      fc.string(),
      fc.array(piece, { maxLength: 6 }).map((parts) => `https://${parts.join('')}`),
    );
    let passed = 0;
    fc.assert(
      fc.property(text, (given) => {
        const checked = checkRedirectUrl(given, allowed);
        if (!checked.ok) return;
        passed += 1;
        const url = new URL(checked.url);
        expect([url.protocol, url.username, url.password]).toEqual(['https:', '', '']);
        expect([good, 'xn--bcher-kva.example']).toContain(url.hostname);
        expect(['', '8443']).toContain(url.port);
        expect(url.href).toBe(checked.url);
      }),
      { numRuns: inject('fullSize') ? 5_000 : 500 },
    );
    expect(passed).toBeGreaterThan(0);
  });
});
