/** Writes chunks as they are read, and stops the source when the reader leaves. */
export function streamResponse(
  chunks: AsyncIterable<string | Uint8Array>,
  options: { contentType: string; headers?: Readonly<Record<string, string>> },
): Response {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
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

/** Server-sent events, unbuffered by proxies. */
export function eventStreamResponse(events: AsyncIterable<string>): Response {
  return streamResponse(events, { contentType: 'text/event-stream', headers: { 'x-accel-buffering': 'no' } });
}
