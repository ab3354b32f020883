/** `Set-Cookie` of a cookie on a customer page. `headers` are those of the request. */
export function cookieHeader(
  { name, value, maxAgeS }: { name: string; value: string; maxAgeS: number },
  headers: Headers,
  publicOrigin: string,
): string {
  const { secure, sameSite, partitioned } = cookieAttributes(headers, publicOrigin);
  const attributes = [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite === 'none' ? 'None' : 'Lax'}`,
    `Max-Age=${maxAgeS}`,
    ...(secure ? ['Secure'] : []),
    ...(partitioned ? ['Partitioned'] : []),
  ];
  return attributes.join('; ');
}

/**
 * Inside another site, browsers keep only cookies that are partitioned: each site has its own. These need `Secure`, which
 * browsers also accept from this machine, the only one we serve without https.
 */
function cookieAttributes(headers: Headers, publicOrigin: string) {
  return headers.get('sec-fetch-dest') === 'iframe'
    ? ({ sameSite: 'none', secure: true, partitioned: true } as const)
    : ({ sameSite: 'lax', secure: publicOrigin.startsWith('https:'), partitioned: false } as const);
}

/** Keeps sibling domains from setting the cookie. Browsers accept it with `Secure` only. */
export function hostPrefix(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-' : '';
}
