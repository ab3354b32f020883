/** Keeps integers beyond double precision as text: rounded, they would be the identifier of another import. */
export function parseLosslessJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    const value: unknown = JSON.parse(/\d{16}/.test(text) ? quoteLongIntegers(text) : text);
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}

/** Matches small tokens rather than whole strings, because a long string would exhaust the stack of the expression. */
function quoteLongIntegers(text: string): string {
  let inString = false;
  return text.replace(/\\.|"|-?\d[\d.eE+-]*/gs, (token) => {
    if (token === '"') inString = !inString;
    const isLong = !inString && /^-?[1-9]\d{14,}$/.test(token) && String(Number(token)) !== token;
    return isLong ? `"${token}"` : token;
  });
}
