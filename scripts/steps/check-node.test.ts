import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeVersionProblem } from './check-node.mjs';

it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '20.19.0-rc.1'])('accepts Node %s', (version) => {
  expect(nodeVersionProblem(version)).toBe('');
});

it.each(['20.18.9', '18.20.4', '12.22.0', '9.9.9'])('rejects Node %s and names both versions', (version) => {
  expect(nodeVersionProblem(version)).toBe(`Landfall needs Node 20.19 or newer, and this is Node ${version}.`);
});

it('matches package.json', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(text).toContain('"node": ">=20.19"');
});
