const embedHeader = 'x-landfall-embed';
const parentHeader = 'x-landfall-embed-parent';

interface EmbedHeaders {
  /** The value of `embed`; null for a page that is not embedded. */
  embed: string | null;
  /** The origin that the page may send messages to. */
  parent: string | null;
}

/** Set before a page is rendered. Those of the client do not get through. */
export function setEmbedHeaders(headers: Headers, { embed, parent }: EmbedHeaders): void {
  for (const [name, value] of [
    [embedHeader, embed],
    [parentHeader, parent],
  ] as const) {
    if (value === null) headers.delete(name);
    else headers.set(name, encodeURIComponent(value));
  }
}

export function readEmbedHeaders(headers: Headers): EmbedHeaders {
  const read = (name: string) => {
    const value = headers.get(name);
    try {
      return value === null ? null : decodeURIComponent(value);
    } catch {
      // A client sent it to an address that is not prepared as a page.
      return null;
    }
  };
  return { embed: read(embedHeader), parent: read(parentHeader) };
}
