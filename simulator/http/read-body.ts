import type { IncomingMessage } from 'node:http';

const maxBodyBytes = 1_000_000;

export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of request) {
      const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
      size += bytes.length;
      // Read to the end: a response sent while the client is still writing may be lost to a reset.
      if (size <= maxBodyBytes) pieces.push(bytes);
    }
  } catch {
    return undefined;
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(pieces);
}

export function parseJson(bytes: Buffer | string): { ok: true; value: unknown } | { ok: false } {
  try {
    const text = typeof bytes === 'string' ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
