import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadEnvironment, readEnvironment } from './read-launch-settings.mjs';
import { secretSettings } from './read-secret-files.mjs';

let root = '';
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'landfall secrets '))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('reads a secret from the file that a setting or .env names, without the newline at its end', () => {
  writeFileSync(join(root, 'token'), 'from-a-file\n');
  writeFileSync(join(root, 'key'), 'two\nlines \r\n');
  writeFileSync(join(root, '.env'), 'SERVICE_TOKEN_FILE=token\nSERVICE_URL=https://service.example/v2.1\n');
  const environment = readEnvironment(root, { LANDFALL_KEY_FILE: join(root, 'key'), SMTP_URL_FILE: '' });
  expect(environment).toEqual({
    SERVICE_TOKEN: 'from-a-file',
    SERVICE_URL: 'https://service.example/v2.1',
    LANDFALL_KEY: 'two\nlines ',
  });
});

it('can be loaded again, by a command or in a child process', () => {
  writeFileSync(join(root, 'token'), 'from-a-file');
  const environment: Record<string, string | undefined> = { SERVICE_TOKEN_FILE: 'token', SERVICE_TOKEN: '' };
  loadEnvironment(root, environment);
  loadEnvironment(root, environment);
  expect(environment).toEqual({ SERVICE_TOKEN: 'from-a-file' });
});

it('refuses a secret that is set twice, and a file that is missing or empty, without showing a value', () => {
  const read = (environment: Record<string, string>) => () => readEnvironment(root, environment);
  writeFileSync(join(root, 'empty'), '\n');
  expect(read({ SERVICE_TOKEN: 'hidden-word', SERVICE_TOKEN_FILE: 'token' })).toThrow(
    'Bad settings: SERVICE_TOKEN and SERVICE_TOKEN_FILE are both set. Remove one.',
  );
  expect(read({ SERVICE_TOKEN_FILE: 'token' })).toThrow(
    `Bad setting: SERVICE_TOKEN_FILE names ${join(root, 'token')}, which cannot be read (ENOENT).`,
  );
  expect(read({ SERVICE_TOKEN_FILE: 'empty' })).toThrow(/which is empty\.$/);
});

it('is possible for every setting that .env.example says', () => {
  const introduction = readFileSync('.env.example', 'utf8').split('# ---')[0] ?? '';
  const [, list = ''] = /service-token\): ([^.]+)\./.exec(introduction.replaceAll('\n#', '')) ?? [];
  expect(list.split(/, | and /)).toEqual(secretSettings);
});

it('is for secrets of which docs/operations.md says how to rotate them', () => {
  const [, section = ''] = /^## Rotate secrets\n([^]*?)^## /m.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const described = [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, secret]) => secret).join();
  expect(secretSettings.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});
