import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createChildren } from './children.mjs';
import { processStart } from '../../lib/core/file-lock.mjs';

const env = { PATH: process.env.PATH };
const node = (script: string) => ({ args: ['--input-type=module', '--eval', script], env });
const startAndReadOutput = (children: ReturnType<typeof createChildren>, script: string) =>
  new Promise<{ child: ReturnType<typeof children.start>; text: string }>((resolve) => {
    const child = children.start({ ...node(script), onOutput: (text) => resolve({ child, text }) });
  });
async function waitUntil(condition: () => boolean) {
  while (!condition()) await delay(10);
}

const ignoresSigterm = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid);`;

describe('children', () => {
  it('can shut down on their own when asked to stop', async () => {
    const children = createChildren('.');
    const { child } = await startAndReadOutput(
      children,
      `process.on('SIGTERM', () => { console.log('good bye'); process.exit(3); });
       setInterval(() => {}, 1000); console.log('up');`,
    );
    await child.stop();
    expect(await child.exited).toMatchObject({ code: 3 });
    expect(child.output()).toContain('good bye');
  });

  it('are killed after the grace period', async () => {
    const children = createChildren('.', 50);
    const { child } = await startAndReadOutput(children, ignoresSigterm);
    await child.stop();
    expect(await child.exited).toMatchObject({ signal: 'SIGKILL' });
  });

  it('take their own children with them', async () => {
    const children = createChildren('.');
    const { child, text } = await startAndReadOutput(
      children,
      `import { spawn } from 'node:child_process';
       spawn(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(ignoresSigterm)}], { stdio: 'inherit' });
       setInterval(() => {}, 1000);`,
    );
    const grandchild = Number(text);
    expect(processStart(grandchild)).toBeDefined();
    await child.stop();
    await waitUntil(() => processStart(grandchild) === undefined);
  });

  it('cannot be started after stopAll', async () => {
    const children = createChildren('.');
    const { child } = await startAndReadOutput(children, ignoresSigterm.replace('() => {}', '() => process.exit()'));
    await children.stopAll();
    expect(processStart(child.pid)).toBeUndefined();
    expect(() => children.start(node(''))).toThrow();
  });

  it('report a command that cannot be started as an exit', async () => {
    const { code, output } = await createChildren('.').run({ ...node(''), command: '/no/such/program' });
    expect(code).toBe(127);
    expect(output).toContain('ENOENT');
  });

  it('end when their parent is killed', async () => {
    const children = createChildren('.');
    const module = (name: string) => pathToFileURL(join(import.meta.dirname, name)).href;
    const child = ignoresSigterm.replace("process.on('SIGTERM', () => {});", '');
    const { child: parent, text } = await startAndReadOutput(
      children,
      `import { createChildren } from ${JSON.stringify(module('children.mjs'))};
       createChildren('.').start({
         env: process.env, ipc: true,
         args: ['--import', ${JSON.stringify(module('end-with-parent.mjs'))}, '--input-type=module', '--eval',
           ${JSON.stringify(child)}],
         onOutput: (text) => process.stdout.write(text),
       });`,
    );
    const orphan = Number(text);
    expect(processStart(orphan)).toBeDefined();
    expect(parent.pid).toBeGreaterThan(0);
    // Kill only the parent: the orphan is in its own group.
    process.kill(parent.pid, 'SIGKILL');
    await waitUntil(() => processStart(orphan) === undefined);
  });
});
