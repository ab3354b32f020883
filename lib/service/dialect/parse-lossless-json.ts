/** Keeps integers beyond double precision as text: rounded, they would be the identifier of another import. */
export function parseLosslessJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    const value: unknown = JSON.parse(/\d{16}/.test(text) ? quoteLongIntegers(text) : text);
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}

/** Skips strings as a whole: others may send megabytes of them. */
function quoteLongIntegers(text: string): string {
  const quoted: string[] = [];
  for (let at = 0; at < text.length;) {
    const start = indexOrEnd(text, at);
    quoted.push(text.slice(at, start).replace(/-?\d[\d.eE+-]*/g, quoteIfLong));
    at = endOfString(text, start);
    quoted.push(text.slice(start, at));
  }
  return quoted.join('');
}

function quoteIfLong(token: string): string {
  return /^-?[1-9]\d{14,}$/.test(token) && String(Number(token)) !== token ? `"${token}"` : token;
}

/** After the quotation mark that ends the string which starts here. */
function endOfString(text: string, start: number): number {
  let end = indexOrEnd(text, start + 1);
  while (isEscaped(text, end)) end = indexOrEnd(text, end + 1);
  return Math.min(end + 1, text.length);
}

function indexOrEnd(text: string, from: number): number {
  const index = text.indexOf('"', from);
  return index === -1 ? text.length : index;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return index < text.length && backslashes % 2 === 1;
}
