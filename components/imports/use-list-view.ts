'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, type MouseEvent } from 'react';
import type { Environment } from '@/lib/contract/environment';
import { listHref, parseListView, type ListView } from '@/lib/contract/list-view';

/** Starts from the URL: the rendered view can lag, and of two quick changes the first would be lost. */
export type SetView = (change: (current: ListView) => ListView, method?: 'push' | 'replace') => void;

/** The URL is the list's state. Changes update it without a server render; rows are fetched separately. */
export function useListView(environment: Environment) {
  const params = useSearchParams().toString();
  const view = useMemo(() => parseListView(new URLSearchParams(params)), [params]);
  const setView: SetView = useCallback(
    (change, method = 'push') => {
      const current = parseListView(new URLSearchParams(window.location.search));
      const href = listHref(change(current), environment);
      if (href === `${window.location.pathname}${window.location.search}`) return;
      if (method === 'push') window.history.pushState(null, '', href);
      else window.history.replaceState(null, '', href);
    },
    [environment],
  );
  /** Handles plain clicks on links to this list and returns the new view. */
  const interceptLinkClick = useCallback(
    (event: MouseEvent): ListView | undefined => {
      if (event.defaultPrevented || event.button !== 0) return undefined;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || link.target !== '' || link.hasAttribute('download')) return undefined;
      const url = new URL(link.href);
      if (url.origin !== window.location.origin || url.pathname !== '/imports') return undefined;
      if ((url.searchParams.get('env') ?? 'live') !== environment) return undefined;
      event.preventDefault();
      const next = parseListView(url.searchParams);
      setView(() => next);
      return next;
    },
    [environment, setView],
  );
  return { view, setView, interceptLinkClick };
}
