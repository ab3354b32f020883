import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '../../lib/core/settings';
import { liveMarker } from '../../lib/core/live-folder.mjs';
import { readEnvironment, readLaunchSettings } from './read-launch-settings.mjs';

let root = '';
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'landfall env '))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const attempt = <T>(work: () => T) => {
  try {
    return { value: work() };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
};

describe('readLaunchSettings', () => {
  it('agrees with parseSettings on values and error messages', () => {
    const some = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const environment = fc.record({
      PORT: some('3000', '1', '65535', '0', '65536', 'x', '30 00', ''),
      HOST: some('127.0.0.1', 'localhost', '::1', '0.0.0.0', ''),
      LANDFALL_TRUSTED_HOPS: some('0', '2', '11', '-1', ''),
      LANDFALL_DRAIN_S: some('0', '5', '61', ''),
      NEXTAUTH_URL: some(
        ...['http://localhost:4000', 'https://landfall.company.example', 'https://a.example:444', ''],
        ...['https://a.example/landfall', 'https://a.example/?b', 'https://a.example/#b', 'https://u@a.example', 'x'],
      ),
      HSTS: some('host', 'subdomains', 'all', ''),
      LANDFALL_DATA: some('.data', '/var/lib/landfall', ''),
    });
    fc.assert(
      fc.property(environment, (env) => {
        const full = attempt(() => parseSettings(env));
        const launch = attempt(() => readLaunchSettings(root, env));
        if (full.value === undefined) {
          // parseSettings lists all problems; readLaunchSettings stops at the first.
          const problem = launch.message?.replace('Bad setting: ', '').replace(/\.$/, '') ?? 'no error';
          expect(full.message).toContain(problem);
        } else {
          expect(launch.value).toMatchObject({
            port: full.value.port,
            host: full.value.host,
            publicOrigin: full.value.publicOrigin,
            trustedHops: full.value.trustedHops,
            drainS: full.value.drainS,
            hsts: full.value.hsts,
            dataFolder: resolve(root, full.value.dataFolder),
          });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('uses the simulator only when no service is configured', () => {
    expect(readLaunchSettings(root, {}).simulated).toBe(true);
    expect(readLaunchSettings(root, { SERVICE_URL: '' }).simulated).toBe(true);
    expect(readLaunchSettings(root, { SERVICE_URL: 'https://service.example/v2.1' }).simulated).toBe(false);
  });

  it('uses the simulator exactly when the app is a demo', () => {
    const some = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const environment = fc.record({
      SERVICE_URL: some('https://service.example/v2.1', ''),
      LANDFALL_DEMO: some('on', 'off', ''),
      DATABASE_URL: some('postgres://landfall@db.internal/landfall', ''),
      NEXTAUTH_URL: some('http://localhost:4000', 'http://127.0.0.1:4000', 'https://landfall.company.example', ''),
      HOST: some('127.0.0.1', '127.1.2.3', 'localhost', '::1', '0.0.0.0', ''),
    });
    const secrets = { SERVICE_TOKEN: 'a-token', NEXTAUTH_SECRET: 'x'.repeat(32), LANDFALL_KEY: '0'.repeat(64) };
    fc.assert(
      fc.property(environment, (env) => {
        const { SERVICE_TOKEN, ...keys } = secrets;
        const full = attempt(() => parseSettings({ ...env, ...keys, ...(env.SERVICE_URL && { SERVICE_TOKEN }) }));
        if (full.value !== undefined) expect(readLaunchSettings(root, env).simulated).toBe(full.value.demo);
      }),
    );
  });

  it('uses the folder of going live, without the simulator', () => {
    mkdirSync(join(root, '.data', 'live.draft'), { recursive: true });
    expect(readEnvironment(root, {})).toEqual({});
    mkdirSync(join(root, '.data', 'live'));
    expect(readEnvironment(root, {})).toEqual({});
    writeFileSync(join(root, '.data', 'live', liveMarker), '');
    const environment = readEnvironment(root, {});
    expect(environment).toEqual({ LANDFALL_DATA: join(root, '.data', 'live'), LANDFALL_DEMO: 'off' });
    expect(readLaunchSettings(root, environment).simulated).toBe(false);
    // The app reads it again in the folder that it was given.
    expect(readEnvironment(root, environment)).toEqual(environment);
    // Set explicitly.
    expect(readEnvironment(root, { LANDFALL_DEMO: 'on' })).toEqual({ LANDFALL_DEMO: 'on' });
    expect(readEnvironment(root, { SERVICE_URL: 'https://service.example/v2.1' })).toMatchObject(environment);
    const DATABASE_URL = 'postgres://landfall@db.internal/landfall';
    expect(readEnvironment(root, { DATABASE_URL })).toEqual({ DATABASE_URL });
  });

  it('reads .env without overriding the environment', () => {
    writeFileSync(join(root, '.env'), 'PORT=4000\nHOST="127.0.0.2" # why\nSERVICE_URL=https://service.example/v2.1\n');
    const environment = readEnvironment(root, { PORT: '5000', SERVICE_URL: '' });
    expect(environment).toMatchObject({ PORT: '5000', HOST: '127.0.0.2', SERVICE_URL: '' });
    rmSync(join(root, '.env'));
    expect(readEnvironment(root, { PORT: '5000' })).toEqual({ PORT: '5000' });
  });

  it('refuses a secret in .env that ends at a # without quotes', () => {
    const read = (line: string, environment = {}) => {
      writeFileSync(join(root, '.env'), `PORT=4000\n${line}\nHOST=localhost#x\n`);
      return attempt(() => {
        const all: Record<string, string | undefined> = readEnvironment(root, environment);
        return all['SERVICE_TOKEN'];
      });
    };
    const cut = {
      message:
        'Bad setting: SERVICE_TOKEN in .env has a # and no quotes, so the rest of it would be ignored. ' +
        'Put the value in quotes, or a space in front of a comment.',
    };
    for (const line of ['SERVICE_TOKEN=abc#def', 'export SERVICE_TOKEN = a b#c # why', 'SERVICE_TOKEN=a=#b\r'])
      expect(read(line)).toEqual(cut);
    for (const line of ['SERVICE_TOKEN = "abc#def"', "SERVICE_TOKEN='abc#def' #why"])
      expect(read(line)).toEqual({ value: 'abc#def' });
    expect(read('SERVICE_TOKEN=abc # why #2')).toEqual({ value: 'abc' });
    expect(read('#SERVICE_TOKEN=abc#def')).toEqual({ value: undefined });
    // Not used, because the environment wins.
    expect(read('SERVICE_TOKEN=abc#def', { SERVICE_TOKEN: 'other' })).toEqual({ value: 'other' });
  });
});
