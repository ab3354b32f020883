/** Collects the events of a stream until it ends or is closed. */
export interface StreamReader {
  events: { id: string | null; name: string; data: string }[];
  ended: boolean;
  close(): Promise<void>;
}

export function readEvents(stream: AsyncIterable<string>): StreamReader {
  const iterator = stream[Symbol.asyncIterator]();
  const reader: StreamReader = {
    events: [],
    ended: false,
    close: async () => {
      await iterator.return?.();
    },
  };
  let rest = '';
  void (async () => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) break;
      rest += value;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
        reader.events.push({ id: field('id'), name: field('event') ?? 'message', data: field('data') ?? '' });
      }
    }
    reader.ended = true;
  })();
  return reader;
}

export function subjectsOf(reader: StreamReader): string[] {
  return reader.events.flatMap(({ name, data }) => {
    if (name !== 'change') return [];
    const value: unknown = JSON.parse(data);
    const subject = typeof value === 'object' && value !== null && 'subject' in value ? value.subject : undefined;
    return [String(subject)];
  });
}
