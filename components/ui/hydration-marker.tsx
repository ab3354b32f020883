'use client';

import { useSyncExternalStore } from 'react';

/**
 * Says in the page whether React has taken over what it is rendered in: one for the whole page, and one for each part
 * that hydrates by itself (below a Suspense boundary). Browser tests wait for it before they press anything.
 */
export function HydrationMarker() {
  const state = useSyncExternalStore(
    () => () => {},
    () => 'done',
    () => 'pending',
  );
  return <span hidden data-hydration={state} />;
}
