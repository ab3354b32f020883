'use client';

import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { alignTicker } from './clock-ticker';

export type Viewer = {
  /** When the server drew the page: the first drawing in the browser uses it too, so that both agree. */
  drawnAt: number;
  zone: string;
  locale: string;
};

const ViewerContext = createContext<Viewer>({ drawnAt: 0, zone: 'UTC', locale: 'en' });

/** Who looks: zone and locale. The server knows the zone from a cookie of an earlier visit, and says UTC until then. */
export function ViewerProvider({ drawnAt, zone: drawnZone, locale, children }: Viewer & { children: ReactNode }) {
  const zone = useSyncExternalStore(neverChanges, browserZone, () => drawnZone);

  useEffect(() => {
    alignTicker(drawnAt);
  }, [drawnAt]);

  useEffect(() => {
    if (zone !== drawnZone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
  }, [zone, drawnZone]);

  const viewer = useMemo(() => ({ drawnAt, zone, locale }), [drawnAt, zone, locale]);
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function useViewer(): Viewer {
  return useContext(ViewerContext);
}

const neverChanges = () => () => {};

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
