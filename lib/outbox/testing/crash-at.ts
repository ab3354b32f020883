import { spawn } from 'node:child_process';
import { bundleScript } from '../../store/testing/bundle-script';

/** Runs a script that kills itself at the given point. Resolves when it has. */
export async function crashAt(file: string, args: { point: string } & Record<string, string>): Promise<void> {
  const script = await bundleScript(file);
  const child = spawn(process.execPath, [script, JSON.stringify(args)], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`the process did not die at ${args.point}; it ended with ${code ?? signal}`));
    });
  });
}
