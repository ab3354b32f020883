import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { auditColumns } from '../lib/audit/export-audit';
import { type ExportedHead, exportedHeadSchema } from '../lib/audit/export-head';
import { describeWriteError } from '../lib/backup/private-file';
import { csvByteOrderMark, csvLine } from '../lib/contract/csv-line';
import { parseJson } from '../lib/core/parse-json';
import { z } from 'zod';
import { runMain, UsageError } from './run-main';
import { CliError } from './steps/cli-error.mjs';
import { type CallCommand, withCommands } from './with-commands';

const help = `The audit log: who did what, and whether entries were changed afterwards.

  npm run audit -- verify [--head HASH] [--heads FILE]
                                           finds edited, deleted, swapped and recomputed entries; with a head that you
                                           stored elsewhere, or a file of heads, also a cut-off end. Uses the file
                                           of AUDIT_HEADS by default
  npm run audit -- head                    prints the number and hash of the last entry, to store elsewhere
  npm run audit -- export [--out FILE]     exports everything as CSV, in the order of the chain
`;

const headSchema = z.object({ seq: z.number(), hash: z.string() });
const verificationSchema = z.object({
  ok: z.boolean(),
  entries: z.number(),
  erased: z.number(),
  head: headSchema.nullable(),
  problems: z.array(z.object({ message: z.string() })),
});
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const headsPerCall = 500;
const pageSchema = z.object({ cells: z.array(z.array(cell)), last: z.number() });

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { head: { type: 'string' }, heads: { type: 'string' }, out: { type: 'string' } },
  });
  const [command = ''] = positionals;
  if (command === 'verify') {
    return withCommands((call, { auditHeads }) => {
      const exported = auditHeads && 'file' in auditHeads ? auditHeads.file : undefined;
      const heads = values.heads ?? exported;
      if (heads !== undefined && heads === exported && !existsSync(heads)) {
        process.stderr.write(
          `${heads} does not exist, so a cut-off end cannot be found. The app writes this file every hour.\n`,
        );
        return verify(call, { head: values.head });
      }
      return verify(call, { head: values.head, heads });
    });
  }
  if (command === 'head') return withCommands(printHead);
  if (command === 'export') return withCommands((call) => exportAll(call, values.out));
  throw new UsageError(command === '' ? 'A command is missing.' : `Unknown command "${command}".`);
}

async function verify(
  call: CallCommand,
  given: { head?: string | undefined; heads?: string | undefined },
): Promise<number> {
  const { head } = given;
  const result = verificationSchema.parse(await call('audit.verify', head === undefined ? {} : { head }));
  const messages = result.problems.map(({ message }) => message);
  const heads: ExportedHead[] = [];
  for (const { line, head } of given.heads === undefined ? [] : await readHeads(given.heads)) {
    if (head) heads.push(head);
    else messages.push(`Line ${line} of ${given.heads} is not an exported head.`);
  }
  for (let start = 0; start < heads.length; start += headsPerCall) {
    const some = heads.slice(start, start + headsPerCall);
    messages.push(...z.array(z.string()).parse(await call('audit.check_heads', { heads: some })));
  }
  for (const message of messages) process.stdout.write(`${message}\n`);
  const entries = [
    result.entries === 1 ? '1 entry' : `${result.entries} entries`,
    ...(result.erased === 0 ? [] : [`${result.erased} with erased values`]),
    ...(heads.length === 0 ? [] : [heads.length === 1 ? '1 exported head' : `${heads.length} exported heads`]),
  ].join(', ');
  const ok = messages.length === 0;
  process.stdout.write(
    ok
      ? `The chain is intact: ${entries}${result.head ? `, head ${result.head.hash}` : ''}.\n`
      : `The chain is broken (${entries}).\n`,
  );
  return ok ? 0 : 1;
}

async function readHeads(file: string): Promise<{ line: number; head: ExportedHead | undefined }[]> {
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) throw new CliError(`${file} cannot be read.`);
  return content
    .split('\n')
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, line }) => ({ line, head: exportedHeadSchema.safeParse(parseJson(text)).data }));
}

async function printHead(call: CallCommand): Promise<number> {
  const head = headSchema.nullable().parse(await call('audit.head', {}));
  process.stdout.write(head === null ? 'No entries yet.\n' : `${head.seq} ${head.hash}\n`);
  return 0;
}

async function exportAll(call: CallCommand, file: string | undefined): Promise<number> {
  const lines = listLines(call);
  if (file === undefined) {
    await pipeline(lines, process.stdout, { end: false });
    return 0;
  }
  try {
    // Before anything is read, because opening the database takes seconds.
    const output = await open(file, 'w', 0o600);
    await pipeline(lines, output.createWriteStream());
  } catch (error) {
    const problem = describeWriteError(error);
    throw problem === undefined ? error : new CliError(`${file} cannot be written: ${problem}.`);
  }
  return 0;
}

async function* listLines(call: CallCommand): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(auditColumns);
  for (let after = 0; ;) {
    const { cells, last } = pageSchema.parse(await call('audit.page', { after }));
    if (cells.length === 0) return;
    yield cells.map(csvLine).join('');
    after = last;
  }
}

await runMain(main, help);
