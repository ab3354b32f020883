import { expect, it } from 'vitest';
import { envHref } from './env-href';

it('adds the environment and keeps the rest of the address', () => {
  expect(envHref('/imports?q=a', 'live')).toBe('/imports?q=a');
  expect(envHref('/imports', 'sandbox')).toBe('/imports?env=sandbox');
  expect(envHref('/imports?q=why?&tool=Front#top', 'sandbox')).toBe('/imports?q=why%3F&tool=Front&env=sandbox#top');
});
