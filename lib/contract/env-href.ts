/**
 * Carries the environment along an internal address; live is the default and leaves no trace. It stands apart from the
 * schemas because every link in the browser needs it, and none of them needs zod.
 */
export function envHref(href: string, environment: 'live' | 'sandbox'): string {
  if (environment === 'live') return href;
  const [beforeHash = '', hash] = href.split('#', 2);
  const [path = '', query = ''] = beforeHash.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('env', environment);
  return `${path}?${params.toString()}${hash === undefined ? '' : `#${hash}`}`;
}
