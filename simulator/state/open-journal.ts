import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../http/read-body';
import { type ImportRecord, importRecordSchema } from '../world/import-record';

export class StateFileError extends Error {}

const lineSchema = z.discriminatedUnion('line', [
  z.object({ line: z.literal('head'), version: z.literal(1), seed: z.string() }),
  z.object({ line: z.literal('world-seeded') }),
  z.object({ line: z.literal('import'), import: importRecordSchema }),
]);
type Line = z.infer<typeof lineSchema>;

/** The state file: one JSON line per change; the last line of an import counts. Changes are written before the response. */
export function openJournal(path: string, seed: string) {
  const known = new Map<number, ImportRecord>();
  let worldSeeded = false;
  for (const line of readLines(path)) {
    if (line.line === 'import') known.set(line.import.number, line.import);
    if (line.line === 'world-seeded') worldSeeded = true;
  }

  const text = (line: Line): string => `${JSON.stringify(line)}\n`;
  const append = (line: Line): void => appendFileSync(path, text(line), { mode: 0o600 });

  function rewrite(records: Iterable<ImportRecord>): void {
    const lines: Line[] = [{ line: 'head', version: 1, seed }];
    if (worldSeeded) lines.push({ line: 'world-seeded' });
    for (const record of records) lines.push({ line: 'import', import: record });
    // It contains the tokens of customers' links.
    writeFileSync(`${path}.new`, lines.map(text).join(''), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  return {
    imports: [...known.values()],
    worldSeeded,
    /** Call once before the first write. Removes outdated lines. */
    begin(): void {
      try {
        mkdirSync(dirname(path), { recursive: true });
        rewrite(known.values());
      } catch (error) {
        throw new StateFileError(`The state file ${path} cannot be written: ${messageOf(error)}.`);
      }
    },
    write: (record: ImportRecord) => append({ line: 'import', import: record }),
    writeAll: (records: readonly ImportRecord[]) =>
      appendFileSync(path, records.map((record) => text({ line: 'import', import: record })).join(''), { mode: 0o600 }),
    markWorldSeeded(): void {
      worldSeeded = true;
      append({ line: 'world-seeded' });
    },
    clear(): void {
      worldSeeded = false;
      rewrite([]);
    },
  };
}

function readLines(path: string): Line[] {
  if (!existsSync(path)) return [];
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StateFileError(`The state file ${path} cannot be read: ${messageOf(error)}.`);
  }
  const pieces = content.split('\n');
  // A crash can truncate the last line, which was never acknowledged.
  pieces.pop();
  // A file without the first line is not a state file and must not be overwritten.
  if (content !== '' && pieces.length === 0) throw invalidLineError(path, 1);
  return pieces.map((piece, index) => {
    const json = parseJson(piece);
    const line = lineSchema.safeParse(json.ok ? json.value : undefined);
    if (!line.success || (index === 0) !== (line.data.line === 'head')) {
      throw invalidLineError(path, index + 1);
    }
    return line.data;
  });
}

function invalidLineError(path: string, line: number): StateFileError {
  return new StateFileError(
    `The state file ${path} cannot be read: line ${line} is not one the simulator wrote. Move the file away to start afresh.`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
