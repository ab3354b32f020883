import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { writePrivateFile } from '../lib/backup/private-file';
import { systemClock } from '../lib/core/clock';
import type { Settings } from '../lib/core/settings';
import { callRunningApp } from '../lib/store/data-folder/command-socket';
import { openDatabase } from '../lib/store/database/open-database';
import { readSupportFacts } from '../lib/store/support/read-support-facts';
import { collectSupportBundle } from '../lib/support/collect-support-bundle';
import { loadEnvFile, readStdin, runMain } from './run-main';
import { CliError } from './steps/cli-error.mjs';

const help = `Writes what support needs to know into one JSON file: versions, which settings are set, sizes, counts by state, metrics,
background jobs and the checks of the doctor. Without secrets and personal data. Also works when the database is down.

  npm run support-bundle -- [--out FILE] [--log FILE]

  --out FILE    instead of landfall-support-TIME.json; - writes to standard output
  --log FILE    adds the last 500 lines of the app's log, reduced to times, our own messages and codes; - reads them
                from standard input
`;

const packageSchema = z.object({ version: z.string() });

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { out: { type: 'string' }, log: { type: 'string' } } });
  loadEnvFile();
  const log = values.log === undefined ? undefined : await readLog(values.log);
  const { version } = packageSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const { clock, fetch: send } = { clock: systemClock, fetch };
  const bundle = await collectSupportBundle({ env: process.env, version, clock, fetch: send, log, readDatabase });
  const json = `${JSON.stringify(bundle, null, 2)}\n`;
  if (values.out === '-') {
    process.stdout.write(json);
    return 0;
  }
  const time = bundle.createdAt.slice(0, 16).replaceAll(/[-:T]/g, '');
  const out = path.resolve(values.out ?? `landfall-support-${time}.json`);
  await writePrivateFile(out, (stream) => pipeline([json], stream));
  process.stdout.write(`Wrote ${out}. Read it before you send it.\n`);
  return 0;
}

/** Enough for the lines that are kept. */
const maxLogBytes = 2_000_000;

async function readLog(file: string): Promise<string> {
  if (file === '-') return readStdin();
  try {
    const { size } = await stat(file);
    return await text(createReadStream(file, { start: Math.max(0, size - maxLogBytes) }));
  } catch {
    throw new CliError(`${file} cannot be read.`);
  }
}

async function readDatabase({ databaseUrl, dataFolder }: Settings): Promise<unknown> {
  const folder = path.resolve(dataFolder);
  const running = databaseUrl === undefined ? await callRunningApp(folder, 'support.facts', {}) : undefined;
  if (running) return running.result;
  const database = await openDatabase({
    ...(databaseUrl === undefined ? { folder } : { url: databaseUrl }),
    migrations: null,
  });
  return readSupportFacts(database).finally(() => database.close());
}

await runMain(main, help);
