'use client';

import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** False in the HTML from the server. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
