import { expect, it } from 'vitest';
import { discoverMeasurements } from './discover-measurements';
import { runMeasurements } from './run-measurements';

it('can still measure what needs no build', async () => {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const outcome = await runMeasurements(await discoverMeasurements('bench'), { names: [], quick: true, print });
  expect(outcome, printed.join('\n')).toBe('passed');
  expect(printed.join('\n')).toContain('poller');
});
