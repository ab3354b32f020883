import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchContext } from './children.mjs';
import { countStage, type Count } from './count-tests';
import { findChromium } from './find-chromium';
import type { Progress } from './progress.mjs';
import type { StageName } from './select-stages.mjs';
import { stages, type StageResult } from './stages';

interface RunOptions extends LaunchContext {
  names: readonly StageName[];
  progress: Progress;
  total: Count;
}

/** Runs the stages in order until one fails, and adds their tests to the total. */
export async function runStages({ names, progress, total, ...context }: RunOptions): Promise<void> {
  const { root, environment, children, signal } = context;
  const chromium = names.includes('browser')
    ? await progress.step({ doing: 'Looking for a Chromium', done: (path) => `Chromium: ${path}` }, () =>
        findChromium({
          root,
          environment,
          say: progress.say,
          run: (command, args) => children.run({ command, args, env: environment }),
        }),
      )
    : undefined;

  const logs = join(root, '.test', 'logs');
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const logFileOf = (name: StageName) => join(logs, `${name}.log`);
  const startStage = (name: StageName) => {
    const log = (text: string) => appendFileSync(logFileOf(name), text);
    log('');
    return stages[name].run({ ...context, log, chromium });
  };
  const failing = new AbortController();
  const results = startInOrder(names, startStage, AbortSignal.any([signal, failing.signal]));
  for (const [name, running] of results) {
    signal.throwIfAborted();
    const { label } = stages[name];
    const { passed, failed } = await progress.step(
      {
        doing: label,
        done: (count) => (count.passed > 0 ? `${label} (${count.passed} passed)` : label),
        failed: (count) => count.failed > 0,
      },
      async () => countStage(await running),
    );
    signal.throwIfAborted();
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) {
      failing.abort();
      await children.stopAll();
      process.stdout.write(`\n${readFileSync(logFileOf(name), 'utf8').trimEnd()}\n\n`);
      console.log(`${label} failed; the stages after it do not count. This output is also in ${logFileOf(name)}`);
      return;
    }
  }
}

/** A stage that is not `alone` runs beside others, so that a single-core stage leaves none idle. */
const maxTogether = 3;

function startInOrder(
  names: readonly StageName[],
  start: (name: StageName) => Promise<StageResult>,
  signal: AbortSignal,
): ReadonlyMap<StageName, Promise<StageResult>> {
  const results = new Map<StageName, Promise<StageResult>>();
  const running = new Set<Promise<unknown>>();
  let turn: Promise<unknown> = Promise.resolve();
  for (const name of names) {
    const isAlone = stages[name].alone === true;
    const started = turn.then(async () => {
      while (running.size >= (isAlone ? 1 : maxTogether)) await Promise.race(running);
      signal.throwIfAborted();
      const result = start(name);
      const ended: Promise<unknown> = result.catch(() => {}).finally(() => running.delete(ended));
      running.add(ended);
      return { result, ended };
    });
    turn = started.then(({ ended }) => isAlone && ended).catch(() => {});
    const result = started.then((begun) => begun.result);
    // Errors are handled where the result is awaited.
    result.catch(() => {});
    results.set(name, result);
  }
  return results;
}
