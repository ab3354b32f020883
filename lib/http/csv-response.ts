import { type CsvCell, csvByteOrderMark, csvLine } from '../contract/csv-line';
import { streamResponse } from './stream-response';

export function csvResponse(options: {
  /** Without extension; letters, digits and hyphens. */
  name: string;
  header: readonly string[];
  rows: AsyncIterable<readonly CsvCell[]>;
}): Response {
  const name = options.name.replace(/[^A-Za-z0-9-]+/g, '-');
  return streamResponse(csvText(options.header, options.rows), {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
  });
}

/** Batches lines: one chunk per line would be slow. */
async function* csvText(header: readonly string[], rows: AsyncIterable<readonly CsvCell[]>): AsyncGenerator<string> {
  let pending = csvByteOrderMark + csvLine(header);
  for await (const row of rows) {
    pending += csvLine(row);
    if (pending.length >= 16_384) {
      yield pending;
      pending = '';
    }
  }
  if (pending !== '') yield pending;
}
