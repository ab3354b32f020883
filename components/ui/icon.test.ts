import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dials } from '../status/status-icon';
import { iconNames } from './icon';

test('every icon is drawn in the sprite', () => {
  const sprite = readFileSync(new URL('icons.svg', import.meta.url), 'utf8');
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name);
  expect(drawn.toSorted()).toEqual([...iconNames, ...dials.map((dial) => `status-${dial}`)].toSorted());
});
