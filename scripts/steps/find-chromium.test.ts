import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium.mjs';

/** A machine where some files exist, some of them start, and some commands bring others. */
function machine({ works = [], broken = [], own = '', brings = {}, isRoot = false, env = {} }: Machine) {
  const there = new Set([...works, ...broken]);
  const starts = new Set(works);
  const ran: string[] = [];
  const found = findChromium({
    root: '/project',
    environment: { PATH: ['/usr/local/bin', '/usr/bin'].join(delimiter), ...env },
    isRoot,
    exists: (path) => there.has(path),
    say: () => undefined,
    runner: {
      run: async (command, args) => {
        if (args.includes('--eval')) return { code: 0, output: own };
        const line = [command === process.execPath ? 'node' : command, ...args].join(' ');
        if (args[0] !== '--version') ran.push(line);
        for (const [pattern, path] of Object.entries(brings)) {
          if (!line.endsWith(pattern)) continue;
          there.add(path);
          starts.add(path);
        }
        return { code: args[0] === '--version' && !starts.has(command) ? 1 : 0, output: '' };
      },
    },
  });
  return { found, ran };
}

interface Machine {
  works?: string[];
  broken?: string[];
  own?: string;
  brings?: Record<string, string>;
  isRoot?: boolean;
  env?: Record<string, string>;
}

const own = '/cache/playwright/chrome';

describe('a Chromium', () => {
  it('is the one that was named', async () => {
    const { found } = machine({ works: ['/opt/c', '/usr/bin/chromium'], env: { CHROMIUM_PATH: '/opt/c' } });
    expect(await found).toBe('/opt/c');
  });

  it('that was named and does not start is said, not replaced in silence', async () => {
    const { found } = machine({ works: ['/usr/bin/chromium'], broken: ['/opt/c'], env: { CHROMIUM_PATH: '/opt/c' } });
    await expect(found).rejects.toThrow('/opt/c is no Chromium that starts here');
  });

  it('is the system’s before Playwright’s, and nothing is fetched', async () => {
    const { found, ran } = machine({ works: ['/usr/bin/google-chrome', own], own });
    expect(await found).toBe('/usr/bin/google-chrome');
    expect(ran).toEqual([]);
  });

  it('without windows is taken before one with them', async () => {
    const works = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];
    expect(await machine({ works }).found).toBe('/usr/bin/chromium-headless-shell');
  });

  it('of the system that does not start gives way to Playwright’s', async () => {
    expect(await machine({ broken: ['/usr/bin/chromium-browser'], works: [own], own }).found).toBe(own);
  });

  it('is downloaded where there is none', async () => {
    const { found, ran } = machine({ own, brings: { 'install chromium': own } });
    expect(await found).toBe(own);
    expect(ran).toEqual(['node /project/node_modules/@playwright/test/cli.js install chromium']);
  });

  it('is installed from the system packages by root when the download fails', async () => {
    const { found, ran } = machine({
      broken: ['/usr/bin/apt-get'],
      isRoot: true,
      brings: { 'recommends chromium-headless-shell': '/usr/bin/chromium-headless-shell' },
    });
    expect(await found).toBe('/usr/bin/chromium-headless-shell');
    expect(ran.slice(1)).toEqual([
      'apt-get update',
      'apt-get install -y --no-install-recommends chromium-headless-shell',
    ]);
  });

  it('with windows is installed where the system has no other', async () => {
    const { found, ran } = machine({
      broken: ['/usr/bin/apt-get'],
      isRoot: true,
      brings: { 'recommends chromium': '/usr/bin/chromium' },
    });
    expect(await found).toBe('/usr/bin/chromium');
    expect(ran.at(-1)).toBe('apt-get install -y --no-install-recommends chromium');
  });

  it('that cannot be had by any means ends in a sentence that says how to give one', async () => {
    const { found, ran } = machine({ broken: ['/usr/bin/apt-get'] });
    await expect(found).rejects.toThrow(/CHROMIUM_PATH=\/path\/to\/chromium\.$/);
    expect(ran).toHaveLength(1);
  });
});
