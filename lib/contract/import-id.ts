/**
 * An import id is an opaque string of the service. In a path it is percent-encoded, including `.` and `..`. Next
 * decodes segments for route handlers but not for pages, so pages use `decodeImportId`.
 */
const maxImportIdLength = 1000;

export function encodeImportId(id: string): string {
  const encoded = encodeURIComponent(id.toWellFormed());
  return /^\.+$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
}

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
