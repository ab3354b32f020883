import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { errorCode } from '../core/error-code.mjs';
import { LandfallError } from '../core/errors';
import { parseJson } from '../core/parse-json';
import type { RowCounts, SnapshotHeader, SnapshotSink } from '../store/backup/snapshot';
import { decryptChunks, encryptChunks } from './encrypt-chunks';

/**
 * Lines of JSON, compressed, then encrypted: the header, `{"table": ...}` before the rows of each table, each row as an
 * array, and `{"end": ...}` with the number of rows of each table.
 */
const headerSchema: z.ZodType<SnapshotHeader> = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.string()),
  auditHead: z.object({ seq: z.number(), hash: z.string(), keyId: z.string() }).nullable(),
  purpose: z.string().nullable(),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1) }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^\d{1,19}$/) })),
});
const markSchema = z.union([
  z.object({ table: z.string() }),
  z.object({ end: z.record(z.string(), z.int().nonnegative()) }),
]);

/** `work` writes a snapshot. Resolves when the file is complete; rejects with the first problem of either side. */
export async function writeBackupFile<T>(
  out: Writable,
  key: string,
  work: (sink: SnapshotSink) => Promise<T>,
): Promise<T> {
  const gzip = createGzip({ level: 5 });
  const written = pipeline(gzip, (source: AsyncIterable<Buffer>) => encryptChunks(source, key), out);
  // Awaited below, but possibly later.
  written.catch(() => undefined);
  const write = async (text: string) => {
    if (gzip.destroyed) await written;
    // Rejects if the pipeline fails meanwhile, which destroys this stream with its error.
    else if (!gzip.write(text)) await once(gzip, 'drain');
  };
  let current = '';
  try {
    const result = await work({
      begin: (header) => write(`${JSON.stringify(header)}\n`),
      rows: async (table, rows) => {
        const mark = table === current ? '' : `${JSON.stringify({ table })}\n`;
        current = table;
        await write(`${mark}${rows.join('\n')}\n`);
      },
      end: (counts) => write(`${JSON.stringify({ end: counts })}\n`),
    });
    gzip.end();
    await written;
    return result;
  } catch (error) {
    gzip.destroy();
    // A full disk, for example, is the cause of an error in the writer.
    await written.catch((cause: unknown) => {
      if (errorCode(cause) !== 'ERR_STREAM_PREMATURE_CLOSE') throw cause;
    });
    throw error;
  }
}

/** Passes the snapshot on to the sink, checked up to where it is passed on. Returns the header and counts. */
export async function readBackupFile(
  source: Readable,
  keys: readonly string[],
  sink: SnapshotSink,
): Promise<{ header: SnapshotHeader; counts: RowCounts }> {
  const gunzip = createGunzip();
  const read = pipeline(source, (data: AsyncIterable<Buffer>) => decryptChunks(data, keys), gunzip);
  read.catch(() => undefined);
  try {
    const found = await passOn(splitLines(gunzip), sink);
    await read;
    return found;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function passOn(lines: AsyncIterable<string>, sink: SnapshotSink) {
  let header: SnapshotHeader | undefined;
  let table = '';
  let counts: RowCounts | undefined;
  let rows: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (rows.length > 0) await sink.rows(table, rows);
    rows = [];
    characters = 0;
  };
  for await (const line of lines) {
    if (counts) throw unreadable();
    if (!header) {
      const parsed = headerSchema.safeParse(parseJson(line));
      if (!parsed.success) throw unreadable();
      header = parsed.data;
      await sink.begin(header);
    } else if (line.startsWith('[')) {
      rows.push(line);
      characters += line.length;
      if (rows.length >= 500 || characters > 1_000_000) await flush();
    } else {
      await flush();
      const mark = markSchema.safeParse(parseJson(line)).data;
      if (!mark) throw unreadable();
      if ('table' in mark) table = mark.table;
      else {
        counts = mark.end;
        await sink.end(counts);
      }
    }
  }
  if (!header || !counts) throw unreadable();
  return { header, counts };
}

const unreadable = () => new LandfallError('bad_request', 'The backup cannot be read. Was it made by a newer version?');

/** Not with `readline`, which also splits at U+2028, and JSON may contain that. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const data of source) {
    let start = 0;
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
      yield Buffer.concat([...parts, data.subarray(start, end)]).toString('utf8');
      parts = [];
      start = end + 1;
    }
    parts.push(data.subarray(start));
  }
  const rest = Buffer.concat(parts);
  if (rest.length > 0) yield rest.toString('utf8');
}
