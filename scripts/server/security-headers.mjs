import { isLoopbackName } from './check-host.mjs';

/**
 * Default headers of every response, including static files, redirects and errors. A page sets its own policy with a
 * nonce; everything else gets the strictest one.
 *
 * @param {{ publicOrigin: string, hsts?: string | undefined }} settings
 * @returns {Readonly<Record<string, string>>}
 */
export function securityHeaders({ publicOrigin, hsts }) {
  const { protocol, hostname } = new URL(publicOrigin);
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    // Links that give access must not turn up in a search engine. No page is for one, so this holds for everything.
    'X-Robots-Tag': 'noindex, nofollow',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    // On localhost this would force https for every other local project too.
    ...(protocol === 'https:' &&
      !isLoopbackName(hostname) && {
        'Strict-Transport-Security': `max-age=31536000${hsts === 'subdomains' ? '; includeSubDomains' : ''}`,
      }),
  };
}
