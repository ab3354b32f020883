import { isFrameAncestor } from '../core/frame-ancestors';

/** Style attributes are allowed, for bar widths and virtual rows: they can hold neither script nor selectors. */
export function contentSecurityPolicy(options: {
  nonce: string;
  frameAncestors: readonly string[];
  secure: boolean;
  /** `host`: staff pages, which show previews of ours. `preview`: one of these, without scripts and forms. */
  frames?: 'host' | 'preview' | undefined;
  /** The development server evaluates code and opens a socket. */
  development: boolean;
}): string {
  const { nonce, frameAncestors, frames, secure, development } = options;
  const ancestors = frameAncestors.filter(isFrameAncestor);
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? ` 'unsafe-eval'` : ''}`,
    development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    `worker-src 'self'`,
    `frame-src ${frames === 'host' ? `'self'` : `'none'`}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${frames === 'preview' ? `'self'` : ancestors.length === 0 ? `'none'` : ancestors.join(' ')}`,
    ...(frames === 'preview' ? ['sandbox allow-same-origin'] : []),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
