import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runMain } from './run-main';
import { withCommands } from './with-commands';

const rebuiltSchema = z.object({ imports: z.number(), repaired: z.number() });

const help = `Derives the current row of every import again from its observations. Rows change only if they were wrong.

  npm run rebuild
`;

async function main(): Promise<number> {
  parseArgs();
  return withCommands(async (call) => {
    const { imports, repaired } = rebuiltSchema.parse(await call('imports.rebuild', {}));
    const derived = `Derived ${imports === 1 ? 'one import' : `${imports} imports`} again`;
    process.stdout.write(
      repaired === 0 ? `${derived}: every row was correct.\n` : `${derived}: ${repaired} rows repaired.\n`,
    );
    return 0;
  });
}

await runMain(main, help);
