/** Whether the client has this version already, so that the answer is 304. */
export function matchesEtag(headers: Headers, etag: string): boolean {
  const known = (headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
