'use client';

import { notifyManager, onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiProblem } from './api-fetch';

// Within the event, so that the second click of a double click sees that the first one is pending. By default, pages are
// updated after a timer.
notifyManager.setScheduler(queueMicrotask);

/** One client per tab. Retries only what may recover by itself. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** @internal Exported for unit tests. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        networkMode: 'always',
        // `always` would switch it off.
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < 2 &&
          onlineManager.isOnline() &&
          !(error instanceof ApiProblem && error.problem.status >= 400 && error.problem.status < 500),
      },
      // Offline it fails at once. By default it would wait, and accept or reject an hour later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
