import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from './clock';

describe('systemClock', () => {
  test('sleeps, or rejects with the reason of the signal', async () => {
    await systemClock.sleep(1);
    const reason = new Error('enough');
    const stop = new AbortController();
    const sleeping = systemClock.sleep(60_000, stop.signal);
    stop.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    await expect(systemClock.sleep(1, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('does not return at once from a sleep longer than the maximum timer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const stop = new AbortController();
    const woke = vi.fn();
    const sleeping = systemClock.sleep(2 ** 33, stop.signal).then(woke, () => 'stopped');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(woke).not.toHaveBeenCalled();
    stop.abort();
    expect(await sleeping).toBe('stopped');
  });
});
