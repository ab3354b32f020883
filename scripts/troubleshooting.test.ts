import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = ['components', 'lib', 'app', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((file) => /\.(ts|tsx|mjs|json)$/.test(file) && !/\.test\.|testing\//.test(file)),
);

const page = readFileSync('docs/troubleshooting.md', 'utf8');

/** Texts with a value in between are two. */
const quoted = [...page.matchAll(/“([^”]+)”/g)]
  .flatMap(([, text = '']) => text.split('…'))
  .map((text) => text.trim())
  .filter((text) => text !== '');

it('quotes only texts that the app shows', () => {
  const code = sources.map((path) => readFileSync(path, 'utf8')).join('\n');
  // The decision comes first: "Acceptance about to be sent".
  const missing = quoted.filter(
    (text) => !code.includes(text) && !code.includes(text.replace(/^Acceptance /, '${decisionNoun(kind)} ')),
  );
  expect(quoted.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

it('names the step of a restore that releases decisions', () => {
  const step = /\(operations\.md#restore\), step (\d+)/.exec(page)?.[1];
  const restore = readFileSync('docs/operations.md', 'utf8').split('\n## Restore\n')[1]?.split('\n## ')[0];
  const steps = restore?.split(/\n(?=\d+\. )/) ?? [];
  expect(steps.find((text) => text.startsWith(`${step}. `))).toContain('restore -- release');
});
