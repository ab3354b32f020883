import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { auditColumns } from '../lib/audit/export-audit';
import { csvByteOrderMark, csvLine } from '../lib/contract/csv-line';
import { z } from 'zod';
import { runMain } from './run-main';
import { type CallCommand, withCommands } from './with-commands';

const help = `The audit log: who did what, and whether anybody changed it since.

  npm run audit -- verify [--head HASH]    finds edits, deletions and swaps; with a head kept elsewhere also a cut-off end
  npm run audit -- head                    prints the number and hash of the last entry: keep it elsewhere
  npm run audit -- export [--out FILE]     everything as CSV, in the order of the chain
`;

const headSchema = z.object({ seq: z.number(), hash: z.string() });
const verificationSchema = z.object({
  ok: z.boolean(),
  entries: z.number(),
  head: headSchema.nullable(),
  problems: z.array(z.object({ message: z.string() })),
});
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const pageSchema = z.object({ cells: z.array(z.array(cell)), last: z.number() });

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { head: { type: 'string' }, out: { type: 'string' } },
  });
  const [command] = positionals;
  if (command === 'verify') return withCommands((call) => verify(call, values.head));
  if (command === 'head') return withCommands(printHead);
  if (command === 'export') return withCommands((call) => exportAll(call, values.out));
  process.stderr.write(help);
  return 1;
}

async function verify(call: CallCommand, head: string | undefined): Promise<number> {
  const result = verificationSchema.parse(await call('audit.verify', head === undefined ? {} : { head }));
  for (const { message } of result.problems) process.stdout.write(`${message}\n`);
  const entries = result.entries === 1 ? '1 entry' : `${result.entries} entries`;
  process.stdout.write(
    result.ok
      ? `The chain is whole: ${entries}${result.head ? `, head ${result.head.hash}` : ''}.\n`
      : `The chain is broken (${entries}).\n`,
  );
  return result.ok ? 0 : 1;
}

async function printHead(call: CallCommand): Promise<number> {
  const head = headSchema.nullable().parse(await call('audit.head', {}));
  process.stdout.write(head === null ? 'There are no entries yet.\n' : `${head.seq} ${head.hash}\n`);
  return 0;
}

async function exportAll(call: CallCommand, file: string | undefined): Promise<number> {
  const out = file === undefined ? process.stdout : createWriteStream(file, { mode: 0o600 });
  out.write(csvByteOrderMark + csvLine(auditColumns));
  let after = 0;
  for (;;) {
    const page = pageSchema.parse(await call('audit.page', { after }));
    for (const cells of page.cells) {
      if (!out.write(csvLine(cells))) await once(out, 'drain');
    }
    if (page.cells.length === 0) break;
    after = page.last;
  }
  if (out !== process.stdout) {
    out.end();
    await finished(out);
  }
  return 0;
}

await runMain(main, help);
