/** Sent by timers and polls of a page, which must not extend a session. */
const backgroundHeader = 'x-landfall-background';

/** Prefetches happen without the user. */
export function isUserActivity(headers: Headers): boolean {
  return (
    headers.get(backgroundHeader) !== '1' &&
    !headers.has('next-router-prefetch') &&
    !headers.has('next-router-segment-prefetch') &&
    !/prefetch|prerender/i.test(headers.get('purpose') ?? '') &&
    !/prefetch|prerender/i.test(headers.get('sec-purpose') ?? '')
  );
}
