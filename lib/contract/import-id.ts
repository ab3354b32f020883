/**
 * An import's identifier is an opaque string of the service's. In a path it is percent-encoded, dots included where
 * the whole segment would otherwise mean "here" or "up". Next hands route handlers decoded segments and pages encoded
 * ones, so pages decode with `decodeImportId` and everybody encodes with `encodeImportId`.
 */
const maxImportIdLength = 1000;

export function encodeImportId(id: string): string {
  const encoded = encodeURIComponent(id.toWellFormed());
  return /^\.+$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
}

/** Returns undefined for what is no encoded identifier. */
export function decodeImportId(segment: string): string | undefined {
  try {
    const id = decodeURIComponent(segment);
    return isImportId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

export function isImportId(id: string): boolean {
  return id.length > 0 && id.length <= maxImportIdLength && !id.includes('\u0000');
}
