'use client';

import { useSyncExternalStore } from 'react';

/**
 * The id of the request that this page came from, as in the log. Next gives error pages no headers, but the browser keeps
 * the `Server-Timing` of the document and of the data that the router fetched.
 */
export function useRequestId(): string | undefined {
  return useSyncExternalStore(neverChanges, findRequestId, () => undefined);
}

// The browser keeps 250 entries, and then no new ones.
if (typeof window !== 'undefined') {
  performance.addEventListener('resourcetimingbufferfull', () => performance.clearResourceTimings());
}

const neverChanges = () => () => undefined;

function findRequestId(): string | undefined {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  const ofThisPage = entries.findLast((entry) => {
    const { pathname, searchParams } = new URL(entry.name, location.href);
    return pathname === location.pathname && (entry.entryType === 'navigation' || searchParams.has('_rsc'));
  });
  if (!(ofThisPage instanceof PerformanceResourceTiming)) return undefined;
  return ofThisPage.serverTiming?.find(({ name }) => name === 'request')?.description;
}
