'use client';

import { useSyncExternalStore } from 'react';

/** Marks whether React has hydrated this part of the page. Browser tests wait for it. */
export function HydrationMarker() {
  const state = useSyncExternalStore(
    () => () => {},
    () => 'done',
    () => 'pending',
  );
  return <span hidden data-hydration={state} />;
}
