'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, type MouseEvent } from 'react';
import type { Environment } from '@/lib/contract/environment';
import { listHref, parseListView, type ListView } from '@/lib/contract/list-view';

/**
 * Goes to another view of the list, made from the one in the address. What is drawn may lag behind it by a moment, and
 * of two quick changes made from there the first would be lost.
 */
export type SetView = (change: (current: ListView) => ListView, method?: 'push' | 'replace') => void;

/**
 * The list's address is its state. Moving inside the list changes the address without asking the server to draw the page
 * again: the rows are asked for by themselves. Links stay links, for the middle button and for sharing.
 */
export function useListView(environment: Environment) {
  const params = useSearchParams().toString();
  const view = useMemo(() => parseListView(new URLSearchParams(params)), [params]);
  const go: SetView = useCallback(
    (change, method = 'push') => {
      const current = parseListView(new URLSearchParams(window.location.search));
      const href = listHref(change(current), environment);
      if (href === `${window.location.pathname}${window.location.search}`) return;
      if (method === 'push') window.history.pushState(null, '', href);
      else window.history.replaceState(null, '', href);
    },
    [environment],
  );
  /** For a container: plain clicks on links to this list are taken; returns the view that was gone to. */
  const takeClick = useCallback(
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
      go(() => next);
      return next;
    },
    [environment, go],
  );
  return { view, setView: go, interceptLinkClick: takeClick };
}
