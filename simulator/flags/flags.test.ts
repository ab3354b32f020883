import { describe, expect, test } from 'vitest';
import { FlagError, parseFlags } from './parse-flags';

const options = (...argv: string[]) => {
  const parsed = parseFlags(argv);
  return parsed.help ? expect.fail('help') : parsed.options;
};

test('every flag sets its option', () => {
  expect(
    options(
      ...['--port', '0', '--host', 'localhost', '--token', 't', '--seed', 's', '--speed', '60', '--state', 'f'],
      ...['--world', '--trickle', '--autopilot', '--dialect', 'random:9', '--rate', '20'],
      ...['--webhook-url', 'http://127.0.0.1:1/x', '--webhook-secret', 'w', '--webhook-scheme', 't-v1'],
      ...['--webhook-header', 'X-Proof', '--webhook-fault', 'drop=0.5', '--webhook-mischief', 'double'],
      ...['--full-request-url', 'http://p.example/full', '--full-request-param', 'import'],
      ...[
        '--break',
        'no-family',
        '--break',
        'any-token',
        '--fault',
        'latency=200',
        '--weather',
        '{"effect":{"kind":"hang"}}',
      ],
    ),
  ).toMatchObject({
    port: 0,
    host: 'localhost',
    token: 't',
    seed: 's',
    speed: 60,
    state: 'f',
    world: true,
    trickle: true,
    autopilot: true,
    dialect: 'random:9',
    rate: 20,
    webhook: {
      url: 'http://127.0.0.1:1/x',
      secret: 'w',
      scheme: 't-v1',
      header: 'X-Proof',
      faults: { drop: 0.5, double: 1, stale: 0 },
    },
    fullRequest: { url: 'http://p.example/full', param: 'import' },
    broken: ['no-family', 'any-token'],
    faults: [{ match: {}, effect: { kind: 'latency', ms: 200, jitterMs: 0 } }, { effect: { kind: 'hang' } }],
  });
});

test('a fault has a short form', () => {
  expect(options('--fault', 'reset-after POST /imports/*/payment/accept x1').faults).toEqual([
    { match: { method: 'POST', path: '/imports/*/payment/accept', times: 1 }, effect: { kind: 'reset-after' } },
  ]);
  expect(options('--fault', 'rate-limited=5').faults?.[0]?.effect).toEqual({ kind: 'rate-limited', retryAfter: 5 });
});

describe('a bad flag gets a message that names it', () => {
  test.each([
    [['--port', 'foo'], '--port takes a whole number from 0 to 65535, not "foo".'],
    [['--port', '70000'], '--port takes'],
    [['--speed', '0'], '--speed takes a number'],
    [['--speed', ''], '--speed takes a number'],
    [['--rate', '1.5'], '--rate takes a whole number'],
    [['--nope'], "Unknown option '--nope'. See --help."],
    [['stray'], "Unexpected argument 'stray'. See --help."],
    [['--port'], 'argument missing'],
    [['--dialect', 'klingon'], '--dialect: There is no dialect "klingon"'],
    [['--break', 'everything'], '--break takes one of no-authentication'],
    [['--fault', 'hail'], '--fault: "hail" is not a fault'],
    [['--weather', '{oops'], '--fault: '],
    [['--webhook-url', 'nowhere'], '--webhook-url is not valid'],
    [['--webhook-scheme', 'rot13'], '--webhook-scheme is not valid'],
    [['--webhook-scheme', 'standard-webhooks', '--webhook-secret', 'short!'], '--webhook-secret is not valid'],
    [['--webhook-header', 'a b'], '--webhook-header is not valid'],
    [['--webhook-fault', 'laugh'], '--webhook-fault is not valid'],
    [['--webhook-mischief', 'drop=2'], '--webhook-fault is not valid'],
    [['--full-request-url', 'ftp://x'], '--full-request-url takes an http or https address'],
    [['--token', ''], '--token needs a value.'],
  ])('%j', (argv, sentence) => {
    let said = '';
    try {
      parseFlags(argv);
    } catch (error) {
      expect(error).toBeInstanceOf(FlagError);
      said = error instanceof Error ? error.message : '';
    }
    expect(said).toContain(sentence);
    expect(said).not.toContain('\n');
  });
});
