import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconNames, statusIconNames } from './icon';

test('every icon is drawn in the sprite', () => {
  const sprite = readFileSync(new URL('icons.svg', import.meta.url), 'utf8');
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name);
  expect(drawn.toSorted()).toEqual([...iconNames, ...statusIconNames.map((name) => `status-${name}`)].toSorted());
});
