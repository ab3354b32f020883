/** @typedef {{ write: (text: string) => unknown, isTTY?: boolean | undefined }} Output */

/**
 * Prints each step and its duration. On a terminal the line is updated; in a log each step has a start and an end line.
 *
 * @param {Output} screen
 */
export function createProgress(screen) {
  /** @param {number} sinceMs */
  const took = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

  return {
    /** @param {string} line */
    say: (line) => void screen.write(`${line}\n`),

    /**
     * @template T
     * @param {{ doing: string, done: string | ((result: T) => string), failed?: (result: T) => boolean }} labels
     * @param {() => Promise<T>} work
     * @returns {Promise<T>}
     */
    async step({ doing, done, failed = () => false }, work) {
      const startedMs = performance.now();
      const line = (/** @type {string} */ mark, /** @type {string} */ label) =>
        `  ${mark} ${label.padEnd(44)} ${took(startedMs).padStart(8)}`;
      const tick = () => screen.write(`\r${line('·', doing)}`);
      if (screen.isTTY) tick();
      else screen.write(`  · ${doing}\n`);
      const ticking = screen.isTTY ? setInterval(tick, 1000) : undefined;
      /** @param {string} last */
      const finish = (last) => {
        clearInterval(ticking);
        screen.write(screen.isTTY ? `\r\u001b[K${last}\n` : `${last}\n`);
      };
      try {
        const result = await work();
        const label = typeof done === 'function' ? done(result) : done;
        finish(line(failed(result) ? '✗' : '✓', label));
        return result;
      } catch (error) {
        finish(line('✗', doing));
        throw error;
      }
    },
  };
}

/** @typedef {ReturnType<typeof createProgress>} Progress */
