/** Keeps integers beyond double precision as text: rounded, they would be the identifier of another import. */
export function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    const value: unknown = JSON.parse(/\d{16}/.test(text) ? quoteLongNumbers(text) : text);
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}

function quoteLongNumbers(text: string): string {
  const chunks: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) at = afterString(text, at);
    else if (code === minus || isDigit(code)) {
      const end = afterNumber(text, at);
      const token = text.slice(at, end);
      if (token.length > 15 && /^-?[1-9]\d*$/.test(token) && String(Number(token)) !== token) {
        chunks.push(text.slice(copied, at), '"', token, '"');
        copied = end;
      }
      at = end;
    } else at += 1;
  }
  chunks.push(text.slice(copied));
  return chunks.join('');
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function afterString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    at += code === backslash ? 2 : 1;
  }
  return at;
}

function afterNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const belongs = isDigit(code) || code === minus || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65;
    if (!belongs) break;
    at += 1;
  }
  return at;
}
