import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Child {
  readonly pid: number;
  say(line: string): void;
  /** The next line it prints; rejects when it ends first. */
  hear(): Promise<string>;
  /** Ends it, by default as a power cut would, and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** A process of its own that runs a TypeScript file and is spoken to line by line. */
export async function startChild(file: string, args: readonly string[] = []): Promise<Child> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.resolve(file), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  await once(child, 'spawn');
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  return {
    pid: child.pid ?? 0,
    say: (line) => child.stdin.write(`${line}\n`),
    hear: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the process ended: ${complaints}`);
      return value;
    },
    end: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
}
