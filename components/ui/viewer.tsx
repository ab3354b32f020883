'use client';

import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { alignTicker } from './clock-ticker';
import { preferenceCookie } from './preference-cookie';

export type Viewer = {
  /** When the server rendered the page; the first client render uses the same time. */
  renderedAt: number;
  zone: string;
  locale: string;
};

const ViewerContext = createContext<Viewer>({ renderedAt: 0, zone: 'UTC', locale: 'en' });

/** The server reads the zone from a cookie of an earlier visit and uses UTC until then. */
export function ViewerProvider({ renderedAt, zone: serverZone, locale, children }: Viewer & { children: ReactNode }) {
  const zone = useSyncExternalStore(noSubscription, browserZone, () => serverZone);

  useEffect(() => {
    alignTicker(renderedAt);
  }, [renderedAt]);

  useEffect(() => {
    if (zone !== serverZone) document.cookie = preferenceCookie('zone', zone, location.protocol);
  }, [zone, serverZone]);

  const viewer = useMemo(() => ({ renderedAt, zone, locale }), [renderedAt, zone, locale]);
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function useViewer(): Viewer {
  return useContext(ViewerContext);
}

const noSubscription = () => () => {};

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
