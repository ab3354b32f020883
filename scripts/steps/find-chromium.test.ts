import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium';

/** A fake machine: which files exist, which of them start, and which commands install others. */
function machine({ works = [], broken = [], own = '', brings = {}, isRoot = false, env = {} }: Machine) {
  const existing = new Set([...works, ...broken]);
  const starts = new Set(works);
  const ran: string[] = [];
  const found = findChromium({
    root: '/project',
    environment: { PATH: ['/usr/local/bin', '/usr/bin'].join(delimiter), ...env },
    isRoot,
    exists: (path) => existing.has(path),
    say: () => undefined,
    run: async (command, args) => {
      if (args.includes('--eval')) return { code: 0, output: own };
      const line = [command === process.execPath ? 'node' : command, ...args].join(' ');
      if (args[0] !== '--version') ran.push(line);
      for (const [pattern, path] of Object.entries(brings)) {
        if (!line.endsWith(pattern)) continue;
        existing.add(path);
        starts.add(path);
      }
      return { code: args[0] === '--version' && !starts.has(command) ? 1 : 0, output: '' };
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

describe('findChromium', () => {
  it('uses CHROMIUM_PATH', async () => {
    const { found } = machine({ works: ['/opt/c', '/usr/bin/chromium'], env: { CHROMIUM_PATH: '/opt/c' } });
    expect(await found).toBe('/opt/c');
  });

  it('reports a CHROMIUM_PATH that does not start instead of replacing it', async () => {
    const { found } = machine({ works: ['/usr/bin/chromium'], broken: ['/opt/c'], env: { CHROMIUM_PATH: '/opt/c' } });
    await expect(found).rejects.toThrow('/opt/c does not start as Chromium');
  });

  it('prefers the one of the system over Playwright and downloads nothing', async () => {
    const { found, ran } = machine({ works: ['/usr/bin/google-chrome', own], own });
    expect(await found).toBe('/usr/bin/google-chrome');
    expect(ran).toEqual([]);
  });

  it('prefers the headless shell', async () => {
    const works = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];
    expect(await machine({ works }).found).toBe('/usr/bin/chromium-headless-shell');
  });

  it('falls back to Playwright when the one of the system does not start', async () => {
    expect(await machine({ broken: ['/usr/bin/chromium-browser'], works: [own], own }).found).toBe(own);
  });

  it('downloads one when there is none', async () => {
    const { found, ran } = machine({ own, brings: { 'install chromium': own } });
    expect(await found).toBe(own);
    expect(ran).toEqual(['node /project/node_modules/@playwright/test/cli.js install chromium']);
  });

  it('installs the system package as root when the download fails', async () => {
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

  it('installs the full browser where there is no headless package', async () => {
    const { found, ran } = machine({
      broken: ['/usr/bin/apt-get'],
      isRoot: true,
      brings: { 'recommends chromium': '/usr/bin/chromium' },
    });
    expect(await found).toBe('/usr/bin/chromium');
    expect(ran.at(-1)).toBe('apt-get install -y --no-install-recommends chromium');
  });

  it('explains how to provide one when everything fails', async () => {
    const { found, ran } = machine({ broken: ['/usr/bin/apt-get'] });
    await expect(found).rejects.toThrow(/CHROMIUM_PATH=\/path\/to\/chromium\.$/);
    expect(ran).toHaveLength(1);
  });
});
