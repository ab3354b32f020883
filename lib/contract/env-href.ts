import { splitHref } from './split-href';

/** Live is the default and is omitted. Separate from the schemas, because links in the browser do not need zod. */
export function envHref(href: string, environment: 'live' | 'sandbox'): string {
  if (environment === 'live') return href;
  const [beforeHash = '', hash] = href.split('#', 2);
  const { path, query } = splitHref(beforeHash);
  query.set('env', environment);
  return `${path}?${query.toString()}${hash === undefined ? '' : `#${hash}`}`;
}
