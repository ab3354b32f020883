import { describe, expect, test } from 'vitest';
import { createManualClock } from './manual-clock';

describe('createManualClock', () => {
  test('wakes sleepers in order of due time when advanced', async () => {
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

  test('wakes code that sleeps again within the same advance', async () => {
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

  test('rejects an aborted sleeper and does not wake it later', async () => {
    const clock = createManualClock();
    const stop = new AbortController();
    const sleeping = clock.sleep(100, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    await clock.advance(1_000);
  });
});
