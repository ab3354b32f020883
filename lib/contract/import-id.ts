/** Opaque text of the service, percent-encoded in paths, even `..`. Next decodes it for routes but not for pages. */
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
