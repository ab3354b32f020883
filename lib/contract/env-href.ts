/** Live is the default and is omitted. Separate from the schemas, because links in the browser do not need zod. */
export function envHref(href: string, environment: 'live' | 'sandbox'): string {
  if (environment === 'live') return href;
  const [beforeHash = '', hash] = href.split('#', 2);
  const [path = '', query = ''] = beforeHash.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('env', environment);
  return `${path}?${params.toString()}${hash === undefined ? '' : `#${hash}`}`;
}
