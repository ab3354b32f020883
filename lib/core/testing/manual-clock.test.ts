import { describe, expect, test } from 'vitest';
import { createManualClock } from './manual-clock';

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
