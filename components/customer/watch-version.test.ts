import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchVersion } from './watch-version';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openPage(first: string | null | Error = '1') {
  let answer = first;
  let wake = () => {};
  const state = { checks: 0, changes: 0, isAwake: true };
  const stop = watchVersion(
    {
      readVersion: async () => {
        state.checks += 1;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      isAwake: () => state.isAwake,
      onWake: (callback) => {
        wake = callback;
        return () => {};
      },
      now: () => Date.now(),
    },
    '1',
    10_000,
    () => {
      state.changes += 1;
    },
  );
  return {
    state,
    stop,
    answer: (next: string | null | Error) => {
      answer = next;
    },
    sleep: (isAsleep: boolean) => {
      state.isAwake = !isAsleep;
      wake();
    },
  };
}

describe('watchVersion', () => {
  it('reports a change once', async () => {
    const page = openPage();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(page.state).toMatchObject({ checks: 2, changes: 0 });
    page.answer('2');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.state).toMatchObject({ checks: 3, changes: 1 });
  });

  it('reports a link that does not work any more', async () => {
    const page = openPage(null);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(page.state.changes).toBe(1);
  });

  it('asks nothing while the page is hidden or offline, and at once when it is back', async () => {
    const page = openPage();
    page.sleep(true);
    page.answer('2');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(page.state.checks).toBe(0);
    page.sleep(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(page.state).toMatchObject({ checks: 1, changes: 1 });
  });

  it('does not ask again and again when the page is shown and hidden quickly', async () => {
    const page = openPage();
    for (let n = 0; n < 20; n += 1) {
      page.sleep(n % 2 === 0);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(page.state.checks).toBeLessThanOrEqual(1);
  });

  it('asks less and less often after errors, and finds the change later', async () => {
    const page = openPage(new Error('503'));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(page.state.checks).toBeLessThanOrEqual(17);
    page.answer('2');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(page.state.changes).toBe(1);
  });

  it('asks less often the longer nothing changes', async () => {
    const page = openPage();
    await vi.advanceTimersByTimeAsync(8 * 3_600_000);
    expect(page.state.checks).toBeLessThan(200);
  });

  it('stops with the page', async () => {
    const page = openPage('2');
    page.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.state).toMatchObject({ checks: 0, changes: 0 });
  });
});
