import * as z from 'zod/mini';
import { createRebuildCommands } from '../lib/imports/rebuild-commands';
import { openCommands } from './open-commands';
import { runMain } from './run-main';

const rebuiltSchema = z.object({ imports: z.number(), mended: z.number() });

/** `npm run rebuild`: derives every current row again from what was observed. It should change nothing. */
async function main(): Promise<number> {
  const commands = await openCommands(({ database }) => createRebuildCommands(database));
  try {
    const { imports, mended } = rebuiltSchema.parse(await commands.call('imports.rebuild', {}));
    const derived = `Derived ${imports === 1 ? 'one import' : `${imports} imports`} again from the record`;
    process.stdout.write(mended === 0 ? `${derived}: every row was right.\n` : `${derived}: ${mended} rows mended.\n`);
    return 0;
  } finally {
    await commands.close();
  }
}

await runMain(main);
