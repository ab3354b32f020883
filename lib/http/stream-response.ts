/** A body that is written while it is read: nothing is gathered in memory, and a reader who leaves ends the source. */
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
        // The connection breaks off, so that half a file is never taken for a whole one.
        controller.error(error);
      }
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
  return new Response(body, { headers: { ...options.headers, 'content-type': options.contentType } });
}

/** Server-sent events. Proxies are asked not to gather them. */
export function eventStreamResponse(events: AsyncIterable<string>): Response {
  return streamResponse(events, { contentType: 'text/event-stream', headers: { 'x-accel-buffering': 'no' } });
}
