'use client';

import { useEffect } from 'react';

/** Removes a parameter from the address, so that a bookmark or a reload does not repeat what it says. */
export function ForgetParam({ name }: { name: string }) {
  useEffect(() => {
    const url = new URL(location.href);
    url.searchParams.delete(name);
    history.replaceState(null, '', url);
  }, [name]);
  return null;
}
