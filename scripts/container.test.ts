import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseSettings } from '../lib/core/settings';
import { hasTool } from './testing/has-tool';
import { copied, nameCommands, readCommands } from './steps/package-app';
import { secretSettings } from './steps/read-secret-files.mjs';

const read = (path: string) => readFileSync(path, 'utf8');
const serviceSchema = z.object({
  image: z.string(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
});
const compose = z
  .object({
    services: z.record(z.string(), serviceSchema),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(read('compose.yaml'), { merge: true }));
const settingNames = new Set<string>();
parseSettings(new Proxy({}, { get: (_, name) => void settingNames.add(String(name)) }));
const isSetting = (name: string) =>
  settingNames.has(name) || secretSettings.some((secret) => name === `${secret}_FILE`);

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('has no problem', () => {
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  });

  it('uses one exact version of a supported Node, and a user that is not root', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:24\.\d+\.\d+-\w+-slim$/);
    expect(dockerfile).toMatch(/^USER node$/m);
  });

  it('starts files that the package has, with settings that exist', () => {
    const started = [...dockerfile.matchAll(/CMD \["node", "(\S+)"\]/g)].map(([, file = '']) => file);
    expect(started).toEqual(['scripts/check-health.mjs', 'scripts/serve.mjs']);
    expect(started.filter((file) => !copied.includes(file))).toEqual([]);
    const [, block = ''] = /^ENV ([\s\S]*?[^\\])\n/m.exec(dockerfile) ?? [];
    const names = [...block.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !isSetting(name))).toEqual(['NODE_ENV', 'MALLOC_ARENA_MAX', 'PATH']);
  });

  it('copies everything that a build is made of', () => {
    const sent = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    expect([...sent, ...copied].filter((path) => !existsSync(path))).toEqual([]);
    const [, sources = ''] = /^const sources = \[([^\]]+)\]/m.exec(read('scripts/steps/build-app.ts')) ?? [];
    const needed = [...sources.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
    expect(needed.length).toBeGreaterThan(8);
    expect([...needed, 'scripts', 'package.json', '.npmrc'].filter((path) => !sent.includes(path))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  it('follows the Compose specification, and has no problem', () => {
    const order = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'];
    // The proxy is for everyone.
    const off = [...order, 'no-unbound-port-interfaces'];
    const linter = new DCLinter({
      rules: Object.fromEntries(off.map((rule) => [rule, 0])),
      quiet: false,
      debug: false,
      exclude: [],
    });
    const found = linter.lintFiles(['compose.yaml'], false);
    expect(found.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`))).toEqual([]);
  });

  it('gives every service a read-only root file system and no privileges', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      const { read_only, cap_drop, security_opt } = service;
      expect({ name, read_only, cap_drop, security_opt }).toEqual({
        name,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('uses settings that exist and secrets that deploy/make-secrets.sh makes', () => {
    const { app1, app2 } = compose.services;
    expect(app1).toEqual(app2);
    expect(Object.keys(app1?.environment ?? {}).filter((name) => !isSetting(name))).toEqual([]);
    const made = [...read('deploy/make-secrets.sh').matchAll(/^make (\S+)/gm)].map(([, name = '']) => name);
    expect(Object.keys(compose.secrets).toSorted()).toEqual(made.toSorted());
    for (const { environment, secrets } of Object.values(compose.services)) {
      const named = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? []);
      expect(named.filter((secret) => !secrets.includes(secret))).toEqual([]);
    }
  });

  it('gives the proxy what its configuration needs', () => {
    const needed = [...read('deploy/Caddyfile').matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name = '']) => name);
    const { environment = {} } = compose.services['proxy'] ?? {};
    // The token comes from a file, which has two while it is rotated.
    expect(read('compose.yaml')).toContain('METRICS_TOKEN="$$(cut -d, -f1 /run/secrets/metrics-token)" exec caddy');
    expect([...new Set(needed)].toSorted()).toEqual([...Object.keys(environment), 'METRICS_TOKEN'].toSorted());
  });
});

it('deploy/up.sh makes missing secrets, keeps the name for later and starts everything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall up '));
  try {
    cpSync('deploy', join(folder, 'deploy'), { recursive: true });
    writeFileSync(join(folder, 'docker'), '#!/bin/sh\necho "docker $*"\n', { mode: 0o755 });
    writeFileSync(join(folder, '.env'), 'PORT=4000\n');
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
    const up = (...args: string[]) =>
      execFileSync(join(folder, 'deploy', 'up.sh'), args, { cwd: tmpdir(), env, encoding: 'utf8' });
    const readSecrets = () => Object.values(compose.secrets).map(({ file }) => read(join(folder, file)));
    expect(up('old.company.example')).toMatch(/^docker compose up --build --wait$/m);
    const secrets = readSecrets();
    expect(readdirSync(join(folder, 'secrets'))).toHaveLength(secrets.length);
    up('new.company.example');
    up();
    expect(readSecrets()).toEqual(secrets);
    expect(read(join(folder, '.env'))).toBe('PORT=4000\nLANDFALL_HOST=new.company.example\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('deploy/Caddyfile', () => {
  it('balances, tries another instance, and streams without a buffer', () => {
    const caddyfile = read('deploy/Caddyfile');
    for (const line of [
      'lb_policy least_conn',
      'lb_try_duration 10s',
      'health_uri /api/health/ready',
      'flush_interval -1',
    ])
      expect(caddyfile).toMatch(new RegExp(`^\\t+${line}$`, 'm'));
  });

  it('is valid', ({ skip }) => {
    if (!hasTool('caddy', 'version')) skip('needs caddy');
    const home = mkdtempSync(join(tmpdir(), 'caddy-'));
    const env = { LANDFALL_HOST: 'localhost', LANDFALL_UPSTREAMS: 'app1:3000 app2:3000', METRICS_TOKEN: 'token' };
    try {
      execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'], {
        env: { ...process.env, ...env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
        stdio: 'pipe',
      });
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

it('every command for a running installation is in the package', () => {
  expect(Object.keys(readCommands('.'))).toEqual(
    expect.arrayContaining(['audit', 'doctor', 'keys', 'mail', 'migrate', 'rebuild', 'staff']),
  );
  expect(Object.keys(readCommands('.'))).not.toEqual(expect.arrayContaining(['package']));
});

it('the help in the package names the commands as they are called there', () => {
  const commands = readCommands('.');
  const called = (text: string) => nameCommands(text, commands);
  expect(called('npm run backup -- --out FILE')).toBe('landfall backup --out FILE');
  expect(called('npm run backup --silent > FILE')).toBe('landfall backup > FILE');
  expect(called('npm run audit -- verify, npm run package -- --out FOLDER')).toBe(
    'landfall audit verify, npm run package -- --out FOLDER',
  );
});
