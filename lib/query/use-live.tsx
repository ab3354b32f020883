'use client';

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Environment } from '../contract/environment';
import type { LiveScope, LiveUpdates, UpdatesSnapshot } from './live-updates';

const noop = () => undefined as void;

const LiveContext = createContext<{ updates: LiveUpdates | undefined; snapshot: UpdatesSnapshot } | undefined>(
  undefined,
);

const initialSnapshot: UpdatesSnapshot = { state: 'connecting', pending: { live: 0, sandbox: 0 } };

/** Loads the live updates after the page has become usable. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client: QueryClient = useQueryClient();
  const [updates, setUpdates] = useState<LiveUpdates>();
  const [snapshot, setSnapshot] = useState(initialSnapshot);
  useEffect(() => {
    let cancelled = false;
    let end = noop;
    import('./live-updates').then(
      ({ createLiveUpdates }) => {
        if (cancelled) return;
        const updates = createLiveUpdates(client);
        const stopListening = updates.subscribe(() => setSnapshot(updates.snapshot()));
        const stop = updates.start();
        end = () => {
          stopListening();
          stop();
        };
        setUpdates(updates);
      },
      () => setSnapshot({ ...initialSnapshot, state: 'offline' }),
    );
    return () => {
      cancelled = true;
      end();
    };
  }, [client]);
  const value = useMemo(() => ({ updates, snapshot }), [updates, snapshot]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

export function useLive(environment: Environment = 'live') {
  const live = useContext(LiveContext);
  return useMemo(
    () => ({
      state: live?.snapshot.state ?? 'offline',
      pending: live?.snapshot.pending[environment] ?? 0,
      showPending: () => live?.updates?.showPending(environment),
      pause: () => live?.updates?.pause(),
      resume: () => live?.updates?.resume(),
    }),
    [live, environment],
  );
}

/** Data from the server may have changed before this page began to listen, so it is fetched once more. */
export function useRefetchOnceLive(refetch: () => unknown, enabled = true): void {
  const isLive = useLive().state === 'live';
  useEffect(() => {
    if (enabled && isLive) void refetch();
  }, [enabled, isLive, refetch]);
}

/** Refreshes server-rendered content. With `defer` it waits until the person shows the updates. */
export function useLiveRefresh({ kinds, environment, subject }: LiveScope, options: { defer: boolean }): void {
  const updates = useContext(LiveContext)?.updates;
  const router = useRouter();
  const { defer } = options;
  const kindList = kinds.join(' ');
  useEffect(
    () => updates?.register({ kinds: kindList.split(' '), environment, subject, defer, refresh: router.refresh }),
    [updates, router, defer, kindList, environment, subject],
  );
}
