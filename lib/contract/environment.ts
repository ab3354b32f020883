import { z } from './z';

/** Live and sandbox never mix. The environment belongs to the tab (`?env=sandbox`), never to a cookie. */
export const environmentSchema = z.enum(['live', 'sandbox']);
export type Environment = z.infer<typeof environmentSchema>;

export const environmentHeader = 'x-landfall-environment';

/** Carries the environment along an internal address; live is the default and leaves no trace. */
export function envHref(href: string, environment: Environment): string {
  if (environment === 'live') return href;
  const [beforeHash = '', hash] = href.split('#', 2);
  const [path = '', query = ''] = beforeHash.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('env', environment);
  return `${path}?${params.toString()}${hash === undefined ? '' : `#${hash}`}`;
}
