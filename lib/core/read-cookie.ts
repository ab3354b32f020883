/** The value of a cookie in a `Cookie` header, decoded. Undefined if there is none or it cannot be decoded. */
export function readCookie(cookieHeader: string | null, name: string): string | undefined {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return decodeValue(pair.slice(at + 1).trim());
  }
  return undefined;
}

function decodeValue(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
