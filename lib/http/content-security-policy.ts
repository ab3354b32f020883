import { isFrameAncestor } from '../core/frame-ancestors';

/** Style attributes are allowed, for bar widths and virtual rows: they can hold neither script nor selectors. */
export function contentSecurityPolicy(options: {
  nonce: string;
  frameAncestors: readonly string[];
  secure: boolean;
  frameSrc?: 'self' | 'none';
  /** A preview that our own pages frame, without scripts and forms. */
  preview?: boolean;
  /** The development server evaluates code and opens a socket. */
  development: boolean;
}): string {
  const { nonce, frameAncestors, frameSrc = 'none', preview = false, secure, development } = options;
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
    `frame-src '${frameSrc}'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    preview
      ? `frame-ancestors 'self'; sandbox allow-same-origin`
      : `frame-ancestors ${ancestors.length === 0 ? `'none'` : ancestors.join(' ')}`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
