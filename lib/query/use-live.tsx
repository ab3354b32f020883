'use client';

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Environment } from '../contract/environment';
import type { LiveUpdates, UpdatesSnapshot } from './live-updates';
import type { LiveScope } from './rendered-sections';

const noop = () => undefined as void;

const LiveContext = createContext<
  | { updates: LiveUpdates | undefined; snapshot: UpdatesSnapshot; onRender: (position: string | null) => void }
  | undefined
>(undefined);

const initialSnapshot: UpdatesSnapshot = { state: 'connecting', pending: { live: 0, sandbox: 0 } };

/** Loads the live updates after the page has become usable. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client: QueryClient = useQueryClient();
  const [updates, setUpdates] = useState<LiveUpdates>();
  const [snapshot, setSnapshot] = useState(initialSnapshot);
  const started = useRef<LiveUpdates>(undefined);
  /** Positions of what was rendered before the updates started. */
  const firstPositions = useRef<(string | null)[]>([]);
  const onRender = useCallback((position: string | null) => {
    if (started.current) started.current.catchUp(position);
    else firstPositions.current.push(position);
  }, []);
  useEffect(() => {
    let cancelled = false;
    let end = noop;
    import('./live-updates').then(
      ({ createLiveUpdates }) => {
        if (cancelled) return;
        const updates = createLiveUpdates(client);
        const stopListening = updates.subscribe(() => setSnapshot(updates.snapshot()));
        const stop = updates.start(earliest(firstPositions.current));
        end = () => {
          stopListening();
          stop();
        };
        started.current = updates;
        setUpdates(updates);
      },
      () => setSnapshot({ ...initialSnapshot, state: 'offline' }),
    );
    return () => {
      cancelled = true;
      end();
    };
  }, [client]);
  const value = useMemo(() => ({ updates, snapshot, onRender }), [updates, snapshot, onRender]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

function earliest(positions: readonly (string | null)[]): string | null {
  return positions.length === 0 || positions.includes(null) ? null : String(Math.min(...positions.map(Number)));
}

/** Shows changes since this position, which the server has read before it read the data. */
export function useCatchUp(position: string | null): void {
  const onRender = useContext(LiveContext)?.onRender;
  useEffect(() => onRender?.(position), [onRender, position]);
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

/** Refetches what is shown about these imports and about new ones of their customer. */
export function useRefetchOnChange(environment: Environment, importIds: readonly string[], refetch: () => void): void {
  const updates = useContext(LiveContext)?.updates;
  useEffect(
    () => updates?.registerImports(environment, importIds, refetch),
    [updates, environment, importIds, refetch],
  );
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
