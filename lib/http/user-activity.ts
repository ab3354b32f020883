/** A page's own timers and polls say so with this header; they do not keep a session alive. */
const backgroundHeader = 'x-landfall-background';

/** Whether a person did this. Prefetches happen because a link is in sight, not because somebody wants it. */
export function isUserActivity(headers: Headers): boolean {
  return (
    headers.get(backgroundHeader) !== '1' &&
    !headers.has('next-router-prefetch') &&
    !headers.has('next-router-segment-prefetch') &&
    !/prefetch|prerender/i.test(headers.get('purpose') ?? '') &&
    !/prefetch|prerender/i.test(headers.get('sec-purpose') ?? '')
  );
}
