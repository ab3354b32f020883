import { errorCode } from '../../core/error-code.mjs';
import { findTargetProblem } from '../../core/setting-schemas';
import { readRetryAfterS } from '../../service/client/service-errors';

export interface PostResult {
  outcome: 'sent' | 'retry' | 'failed';
  status: number | null;
  /** The beginning of the response, or what went wrong. Without the URL and the secrets. */
  response: string;
  retryAfterMs?: number | undefined;
}

const maxResponseLength = 1000;
/** A character has up to four bytes. */
const maxResponseBytes = 4 * maxResponseLength;
const temporaryStatuses = new Set([408, 425, 429]);

/**
 * Admins enter the URLs. So a request goes to whatever host they name, also one in the company's own network: that is
 * what internal receivers need, and it is not prevented. What is: plain http to other machines, credentials in the URL,
 * redirects, and more than the beginning of a response, which only admins see.
 */
export async function postMessage(
  { fetch, now, deadlineMs }: { fetch: typeof globalThis.fetch; now: Date; deadlineMs: number },
  post: { url: string; body: string; headers: Readonly<Record<string, string>>; secrets: readonly string[] },
): Promise<PostResult> {
  const url = URL.canParse(post.url) ? new URL(post.url) : undefined;
  const problem = url ? findTargetProblem(url) : 'must be a full address';
  if (url === undefined || problem !== undefined)
    return { outcome: 'failed', status: null, response: `The URL ${problem}.` };
  const hide = (text: string) =>
    hideSecrets(text, [url.href, post.url, `${url.pathname}${url.search}`, ...post.secrets]);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Landfall', ...post.headers },
      body: post.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    const { status, ok } = response;
    const outcome = ok ? 'sent' : status >= 400 && status < 500 && !temporaryStatuses.has(status) ? 'failed' : 'retry';
    // The status has decided by then, whatever becomes of the body.
    const body = hide(await readBeginning(response).catch(() => '')).slice(0, maxResponseLength);
    const retryAfterS =
      status === 429 || status === 503
        ? readRetryAfterS(response.headers.get('retry-after') ?? undefined, now)
        : undefined;
    return {
      outcome,
      status,
      response: body === '' ? `The receiver answered ${status}.` : body,
      ...(retryAfterS === undefined ? {} : { retryAfterMs: retryAfterS * 1000 }),
    };
  } catch (error) {
    return { outcome: 'retry', status: null, response: describeError(error, deadlineMs) };
  }
}

/** Cut off while it arrives, because it may have no end. */
async function readBeginning({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    while (bytes < maxResponseBytes) {
      const { value, done } = await reader.read();
      if (done) break;
      const part = value.subarray(0, maxResponseBytes - bytes);
      bytes += part.length;
      text += decoder.decode(part, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return text.trim();
}

/** Also the beginning of a secret at the end, where the response was cut off. */
function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((hidden, secret) => withoutBeginning(hidden.replaceAll(secret, '…'), secret), text);
}

function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length > 3; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}…`;
  }
  return text;
}

/** Not the error's message, which may contain the URL. */
function describeError(error: unknown, deadlineMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `No answer within ${deadlineMs / 1000} s.`;
  const cause = error instanceof Error ? error.cause : undefined;
  return `The receiver could not be reached (${errorCode(cause) ?? errorCode(error) ?? 'connection failed'}).`;
}
