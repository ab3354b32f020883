import { type CsvCell, csvByteOrderMark, csvLine } from '../contract/csv-line';

/** @internal Writes chunks as they are read, and stops the source when the reader leaves. */
export function streamResponse(
  chunks: AsyncIterable<string>,
  options: { contentType: string; headers?: Readonly<Record<string, string>>; signal?: AbortSignal },
): Response {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  options.signal?.addEventListener('abort', () => void iterator.return?.());
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        // Aborts the connection, so that half a file does not look complete.
        controller.error(error);
      }
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
  return new Response(body, { headers: { ...options.headers, 'content-type': options.contentType } });
}

/**
 * Server-sent events, unbuffered by proxies. Next neither reads nor cancels the body for HEAD and for a client that left
 * before the response, so those open nothing.
 */
export function eventStreamResponse(request: Request, open: () => AsyncIterable<string>): Response {
  const { method, signal } = request;
  const isRead = method !== 'HEAD' && !signal.aborted;
  return streamResponse(isRead ? open() : noEvents(), {
    contentType: 'text/event-stream; charset=utf-8',
    headers: { 'x-accel-buffering': 'no' },
    signal,
  });
}

async function* noEvents(): AsyncGenerator<string> {}

export function csvResponse(options: {
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

export function jsonFileResponse(options: { name: string; chunks: AsyncIterable<string> }): Response {
  return streamResponse(options.chunks, {
    contentType: 'application/json',
    headers: { 'content-disposition': `attachment; filename="${options.name.replace(/[^A-Za-z0-9-]+/g, '-')}.json"` },
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
