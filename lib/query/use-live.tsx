'use client';

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Environment } from '../contract/environment';
import type { Change } from '../contract/stream';
import { createLiveUpdates, type LiveUpdates, type UpdatesSnapshot } from './live-updates';

const LiveContext = createContext<{ updates: LiveUpdates; snapshot: UpdatesSnapshot } | undefined>(undefined);

/** Keeps what this tab shows current. One a page, inside the query provider. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client: QueryClient = useQueryClient();
  const [updates] = useState(() => createLiveUpdates(client));
  const [snapshot, setSnapshot] = useState(updates.snapshot);
  useEffect(() => {
    const stopListening = updates.subscribe(() => setSnapshot(updates.snapshot()));
    const stop = updates.start();
    return () => {
      stopListening();
      stop();
    };
  }, [updates]);
  const value = useMemo(() => ({ updates, snapshot }), [updates, snapshot]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

export type LiveState = 'connecting' | 'live' | 'polling' | 'paused' | 'offline';

export interface Live {
  /** `polling`: not told as it happens, but asked for every half minute. */
  state: LiveState;
  /** Things that changed in this environment and are not shown yet: "3 updates, show". */
  pending: number;
  /** Shows them. */
  show(): void;
  pause(): void;
  resume(): void;
}

/** How current this page is. Outside a provider nothing is live, and says so. */
export function useLive(environment: Environment = 'live'): Live {
  const live = useContext(LiveContext);
  return useMemo(
    () =>
      live === undefined
        ? { state: 'offline', pending: 0, show: nothing, pause: nothing, resume: nothing }
        : {
            state: live.snapshot.state,
            pending: live.snapshot.pending[environment],
            show: () => live.updates.show(environment),
            pause: live.updates.pause,
            resume: live.updates.resume,
          },
    [live, environment],
  );
}

const nothing = () => undefined;

/** Which changes a part of the page is about. */
export interface LiveScope {
  kinds: readonly Change['kind'][];
  environment: Environment;
  /** One import, one delivery; any when not given. */
  subject?: string | undefined;
}

/** Keeps current what the server drew. With `hold` it waits until the person asks for the updates. */
export function useLiveRefresh({ kinds, environment, subject }: LiveScope, options: { hold: boolean }): void {
  const updates = useContext(LiveContext)?.updates;
  const router = useRouter();
  const { hold } = options;
  const wanted = kinds.join(' ');
  useEffect(
    () =>
      updates?.keep({
        hold,
        redraw: router.refresh,
        concerns: (change) =>
          wanted.split(' ').includes(change.kind) &&
          change.environment === environment &&
          (subject === undefined || change.subject === subject),
      }),
    [updates, router, hold, wanted, environment, subject],
  );
}
