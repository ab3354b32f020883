import { expect, it } from 'vitest';
import { createManualClock } from '../../core/testing/manual-clock';
import { keepSending } from './keep-sending';

const signal = new AbortController().signal;

it('claims again when a send ends while it claims', async () => {
  const waiting = ['a', 'b', 'c'];
  let busy = 0;
  let endSend: () => void = () => undefined;
  const sent: string[] = [];
  await keepSending(
    { clock: createManualClock(), signal },
    {
      maxInFlight: 5,
      // One at a time, decided when the claim begins.
      claim: async () => {
        const claimed = busy === 0 ? waiting.splice(0, 1) : [];
        busy += claimed.length;
        if (claimed.length === 0) endSend();
        await new Promise((resolve) => setImmediate(resolve));
        return claimed;
      },
      send: async (message) => {
        await new Promise<void>((resolve) => (endSend = resolve));
        sent.push(message);
        busy -= 1;
      },
    },
  );
  expect(sent).toEqual(['a', 'b', 'c']);
});

it('reports a send that failed, after the others have ended', async () => {
  const waiting = ['bad', 'good'];
  const ended: string[] = [];
  const sending = keepSending(
    { clock: createManualClock(), signal },
    {
      maxInFlight: 5,
      claim: async () => waiting.splice(0, 2),
      send: async (message) => {
        if (message === 'bad') throw new Error('the database is unavailable');
        await new Promise((resolve) => setImmediate(resolve));
        ended.push(message);
      },
    },
  );
  await expect(sending).rejects.toThrow('the database is unavailable');
  expect(ended).toEqual(['good']);
});
