import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from './clock';

describe('the system clock', () => {
  test('a sleeper wakes, or is woken by its signal with the reason', async () => {
    await systemClock.sleep(1);
    const reason = new Error('enough');
    const stop = new AbortController();
    const asleep = systemClock.sleep(60_000, stop.signal);
    stop.abort(reason);
    await expect(asleep).rejects.toBe(reason);
    await expect(systemClock.sleep(1, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('a sleep longer than a timer can hold is not over at once', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const stop = new AbortController();
    const woke = vi.fn();
    const asleep = systemClock.sleep(2 ** 33, stop.signal).then(woke, () => 'stopped');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(woke).not.toHaveBeenCalled();
    stop.abort();
    expect(await asleep).toBe('stopped');
  });
});
