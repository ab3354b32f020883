'use client';

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Environment } from '../contract/environment';
import type { Change } from '../contract/stream';
import type { LiveUpdates, UpdatesSnapshot } from './live-updates';

const noop = () => undefined as void;

const LiveContext = createContext<{ updates: LiveUpdates | undefined; snapshot: UpdatesSnapshot } | undefined>(
  undefined,
);

const initialSnapshot: UpdatesSnapshot = { state: 'connecting', pending: { live: 0, sandbox: 0 } };

/**
 * Keeps what this tab shows current. One a page, inside the query provider. How that is done is fetched once the page
 * can be used: nobody has to wait for it.
 */
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

export interface Live {
  /** `polling`: not told as it happens, but asked for every half minute. */
  state: UpdatesSnapshot['state'];
  /** Things that changed in this environment and are not shown yet: "3 updates, show". */
  pending: number;
  /** Shows them. */
  showPending(): void;
  pause(): void;
  resume(): void;
}

/** How current this page is. Outside a provider nothing is live, and says so. */
export function useLive(environment: Environment = 'live'): Live {
  const live = useContext(LiveContext);
  return useMemo(
    () =>
      live === undefined
        ? { state: 'offline', pending: 0, showPending: noop, pause: noop, resume: noop }
        : {
            state: live.snapshot.state,
            pending: live.snapshot.pending[environment],
            showPending: () => live.updates?.showPending(environment),
            pause: live.updates?.pause ?? noop,
            resume: live.updates?.resume ?? noop,
          },
    [live, environment],
  );
}

/** Which changes a part of the page is about. */
export interface LiveScope {
  kinds: readonly Change['kind'][];
  environment: Environment;
  /** One import, one delivery; any when not given. */
  subject?: string | undefined;
}

/** Keeps current what the server drew. With `hold` it waits until the person asks for the updates. */
export function useLiveRefresh({ kinds, environment, subject }: LiveScope, options: { defer: boolean }): void {
  const updates = useContext(LiveContext)?.updates;
  const router = useRouter();
  const { defer } = options;
  const wanted = kinds.join(' ');
  useEffect(
    () =>
      updates?.register({
        defer,
        refresh: router.refresh,
        matches: (change) =>
          wanted.split(' ').includes(change.kind) &&
          change.environment === environment &&
          (subject === undefined || change.subject === subject),
      }),
    [updates, router, defer, wanted, environment, subject],
  );
}
