import { z } from 'zod';
import { createCipher } from '../../core/cipher';
import { systemClock } from '../../core/clock';
import { observe } from '../../imports/observations/observe';
import type { Database } from '../../store/database/database';
import { openDatabase } from '../../store/database/open-database';
import { expandEvents } from '../expand-events';
import { collectItems } from '../staff/collect-items';
import { openOutbox } from './open-outbox';

/** Changes an import, writes the messages about it and kills itself before or after the commit of one of the steps. */
const { point, databaseUrl, key, importId } = z
  .object({ point: z.string(), databaseUrl: z.string(), key: z.string(), importId: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const dieAt = async (at: string): Promise<void> => {
  if (at !== point) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};

/** Changes are collected for some seconds before staff get a message about them. */
const clock = { ...systemClock, now: () => new Date(Date.now() + 10_000) };
const opened = await openDatabase({ url: databaseUrl });
const { signal } = new AbortController();

async function run(step: string, work: (deps: ReturnType<typeof openOutbox>['deps']) => Promise<unknown>) {
  const database: Database = {
    ...opened,
    transaction: (inTransaction) =>
      opened.transaction(async (tx) => {
        const result = await inTransaction(tx);
        await dieAt(`before the commit of the ${step}`);
        return result;
      }),
  };
  await work(openOutbox(database, { cipher: createCipher([key]), clock }).deps);
  await dieAt(`after the commit of the ${step}`);
}

// One change that the customer and staff hear about.
const warnings = Array.from({ length: 51 }, (_, n) => ({ kind: 'x', text: `Warning ${n}`, item: null }));
await run('change', (deps) =>
  observe(deps, {
    ...{ environment: 'live', importId, source: 'webhook', seenAt: new Date() },
    ...{ status: 'Waiting to start sample migration', facts: { warnings } },
  }),
);
await run('expansion', (deps) => expandEvents(deps, signal));
await run('collection', (deps) => collectItems(deps, signal));
process.exit(0);
