import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Child {
  readonly pid: number;
  sendLine(line: string): void;
  /** The next line it prints; rejects when it ends first. */
  readLine(): Promise<string>;
  /** Ends it, by default as a power cut would, and waits until it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** A process of its own that runs a TypeScript file and is spoken to line by line. */
export async function startChild(file: string, args: readonly string[] = []): Promise<Child> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.resolve(file), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  await once(child, 'spawn');
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  return {
    pid: child.pid ?? 0,
    sendLine: (line) => child.stdin.write(`${line}\n`),
    readLine: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the process ended: ${stderr}`);
      return value;
    },
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
}
