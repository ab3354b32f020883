import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createManualClock, systemClock } from './clock';

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

describe('the manual clock', () => {
  test('stands still, and wakes sleepers in the order of their times as it is moved', async () => {
    const clock = createManualClock('2026-11-12T09:00:00Z');
    const woken: string[] = [];
    void clock.sleep(200).then(() => woken.push(`b ${clock.now().toISOString()}`));
    void clock.sleep(100).then(() => woken.push(`a ${clock.now().toISOString()}`));
    await clock.advance(50);
    expect(woken).toEqual([]);
    await clock.advance(1_000);
    expect(woken).toEqual(['a 2026-11-12T09:00:00.100Z', 'b 2026-11-12T09:00:00.200Z']);
    expect(clock.now().toISOString()).toBe('2026-11-12T09:00:01.050Z');
  });

  test('who goes to sleep again within an advance is woken again within it', async () => {
    const clock = createManualClock();
    let rounds = 0;
    const loop = async () => {
      for (;;) {
        await clock.sleep(100);
        rounds += 1;
      }
    };
    void loop();
    await clock.advance(1_000);
    expect(rounds).toBe(10);
  });

  test('an aborted sleeper rejects and is not woken later', async () => {
    const clock = createManualClock();
    const stop = new AbortController();
    const asleep = clock.sleep(100, stop.signal);
    stop.abort(new Error('enough'));
    await expect(asleep).rejects.toThrow('enough');
    await clock.advance(1_000);
  });
});
