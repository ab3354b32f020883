import { LandfallError } from '../core/errors';

export const defaultMaxBytes = 64 * 1024;

/** Counts while streaming, so that an endless body costs no more than the limit. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new LandfallError('bad_request', { userMessage: 'The request was cut short.', cause: error });
    });
    if (done) break;
    total += value.byteLength;
    if (total > maxBytes) {
      // Not awaited: an endless sender would block us.
      reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, total);
}

/** An empty body is an empty object: many of our posts have none. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return {};
  if (mediaTypeOf(request) !== 'application/json') {
    throw new LandfallError('unsupported_media', 'Send JSON, with the content type application/json.');
  }
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes));
    return value;
  } catch (error) {
    if (error instanceof LandfallError) throw error;
    throw new LandfallError('bad_request', {
      userMessage: 'The body is not JSON.',
      logMessage: 'the body is not JSON',
    });
  }
}

export async function readFormBody(request: Request, maxBytes: number): Promise<URLSearchParams> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength > 0 && mediaTypeOf(request) !== 'application/x-www-form-urlencoded') {
    throw new LandfallError('unsupported_media', 'Send a plain form.');
  }
  return new URLSearchParams(decodeUtf8(bytes));
}

function mediaTypeOf(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new LandfallError('bad_request', 'The body is not UTF-8 text.');
  }
}

function tooLarge(maxBytes: number): LandfallError {
  const size =
    maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${Math.floor(maxBytes / 1024)} kB`;
  return new LandfallError('too_large', `The request is larger than ${size}.`);
}
