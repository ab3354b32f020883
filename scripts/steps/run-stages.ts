import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchContext } from './children.mjs';
import { countStage, type Count } from './count-tests';
import { findChromium } from './find-chromium';
import type { Progress } from './progress.mjs';
import type { StageName } from './select-stages.mjs';
import { stages } from './stages';

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
  const beginStage = (name: StageName) => {
    const log = (text: string) => appendFileSync(logFileOf(name), text);
    log('');
    const running = stages[name].run({ ...context, log, chromium });
    // The error is handled when this stage is awaited below.
    running.catch(() => {});
    return running;
  };
  let started: ReturnType<typeof beginStage>[] = [];
  for (const [index, name] of names.entries()) {
    signal.throwIfAborted();
    if (started.length === 0) {
      const after = names.slice(index + 1);
      const end = after.findIndex((next) => !stages[next].parallel);
      started = [name, ...after.slice(0, end < 0 ? after.length : end)].map(beginStage);
    }
    const running = started.shift() ?? beginStage(name);
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
      await children.stopAll();
      process.stdout.write(`\n${readFileSync(logFileOf(name), 'utf8').trimEnd()}\n\n`);
      console.log(`${label} failed; the stages after it do not count. This output is also in ${logFileOf(name)}`);
      return;
    }
  }
}
