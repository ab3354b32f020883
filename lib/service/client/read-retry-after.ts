const maxRetryAfterS = 24 * 60 * 60;

/** Seconds to wait from `Retry-After`: a number, or an HTTP date seen from now. Undefined when absent or unreadable. */
export function readRetryAfterS(header: string | string[] | undefined, now: Date): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.min(maxRetryAfterS, Math.ceil(Number(text)));
  // Only the date forms of HTTP; `Date.parse` alone would make a year of "-5".
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) return undefined;
  return Math.min(maxRetryAfterS, Math.max(0, Math.ceil((atMs - now.getTime()) / 1_000)));
}
