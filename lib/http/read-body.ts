import { LandfallError } from '../core/errors';

export const defaultMaxBytes = 64 * 1024;

/** What all bodies that are being read hold beyond the default size, so that slow senders cannot use up the memory. */
const maxLargeBytes = 32 * 1024 * 1024;
let largeBytes = 0;

/** Counts while streaming, so that an endless body costs no more than the limit. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let total = 0;
  let counted = 0;
  const refuse = (error: LandfallError): never => {
    // Not awaited: an endless sender would block us.
    reader.cancel().catch(() => undefined);
    throw error;
  };
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new LandfallError('bad_request', { userMessage: 'The request was cut short.', cause: error });
      });
      if (done) break;
      total += value.byteLength;
      if (total > maxBytes) refuse(tooLarge(maxBytes));
      const large = Math.max(0, total - defaultMaxBytes);
      largeBytes += large - counted;
      counted = large;
      if (largeBytes > maxLargeBytes) refuse(tooManyLarge());
      chunks.push(value);
    }
    return Buffer.concat(chunks, total);
  } finally {
    largeBytes -= counted;
  }
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
    throw new LandfallError(
      'unsupported_media',
      'Send a form with the content type application/x-www-form-urlencoded.',
    );
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

function tooManyLarge(): LandfallError {
  return new LandfallError('rate_limited', {
    userMessage: 'Too many large requests are being received. Send it again in a few seconds.',
    retryAfterS: 5,
  });
}

function tooLarge(maxBytes: number): LandfallError {
  const size =
    maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${Math.floor(maxBytes / 1024)} kB`;
  return new LandfallError('too_large', `The request is larger than ${size}.`);
}
