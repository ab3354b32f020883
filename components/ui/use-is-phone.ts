'use client';

import { useSyncExternalStore } from 'react';

const query = '(max-width: 760px)';

export const isPhoneNow = (): boolean => window.matchMedia(query).matches;

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** False on the server and while hydrating. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhoneNow, () => false);
