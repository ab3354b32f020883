import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundleScript } from './bundle-script';

export interface Child {
  readonly pid: number;
  sendLine(line: string): void;
  /** The next line of output; rejects if the process exits first. */
  readLine(): Promise<string>;
  /** SIGKILL by default. Waits until the process has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a TypeScript file in a child process and talks to it line by line. */
export async function startChild(file: string, args: readonly string[] = []): Promise<Child> {
  const child = spawn(process.execPath, [await bundleScript(file), ...args], {
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
