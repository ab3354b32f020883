import { isLoopbackName } from './check-host.mjs';

/**
 * The headers that every answer carries, whoever makes it: a page, the API, a static file, a redirect of Next's own, an
 * error. Whatever is set later wins, so a page brings its own policy (with a nonce) and what forgets to is locked down.
 *
 * @param {string} publicOrigin
 * @returns {Readonly<Record<string, string>>}
 */
export function securityHeaders(publicOrigin) {
  const { protocol, hostname } = new URL(publicOrigin);
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    // A browser that once saw this on localhost would refuse plain http there for every other project, too.
    ...(protocol === 'https:' && !isLoopbackName(hostname) && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
