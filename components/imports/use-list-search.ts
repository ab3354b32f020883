'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import type { ListView } from '@/lib/contract/list-view';
import { importHref } from '../import/import-href';
import { registerSearchTarget } from '../search/search-target';
import type { ListCursor } from './use-list-cursor';
import type { SetView } from './use-list-view';

const debounceMs = 150;

/**
 * The search field filters the list. Enter opens the first row, or looks the name up at the service if there is none;
 * a link to a username or a URL with one looks it up as well.
 */
export function useListSearch({
  environment,
  view,
  setView,
  rows,
  loading,
  failed,
  cursor,
}: {
  environment: Environment;
  view: ListView;
  setView: SetView;
  rows: readonly { id: string }[];
  /** The rows are those of an earlier view. */
  loading: boolean;
  failed: boolean;
  cursor: ListCursor;
}) {
  const router = useRouter();
  const [lookupName, setLookupName] = useState(view.q);
  /** What to do with the first row once the rows of the query are there. */
  const pending = useRef<{ query: string; then: 'open' | 'focus' } | null>(null);

  const settle = () => {
    const wanted = pending.current;
    if (wanted === null || wanted.query !== view.q || (loading && !failed)) return;
    pending.current = null;
    const first = rows[0];
    if (failed) return;
    if (wanted.then === 'focus') cursor.focusFirst();
    else if (first) {
      // The field then follows the URL again.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      router.push(envHref(importHref(first.id), environment));
    } else setLookupName(wanted.query);
  };
  const latestSettle = useRef(settle);
  useEffect(() => {
    latestSettle.current = settle;
    settle();
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const search = (query: string, method: 'push' | 'replace') => {
      clearTimeout(timer);
      setView((now) => {
        // Searching shows gone imports unless the user chose otherwise; clearing the search undoes that.
        const isDefault = now.gone === (now.q === '' ? 'hide' : 'show');
        return { ...now, q: query, gone: isDefault ? (query === '' ? 'hide' : 'show') : now.gone };
      }, method);
    };
    const searchThen = (query: string, then: 'open' | 'focus') => {
      pending.current = { query, then };
      search(query, 'replace');
      latestSettle.current();
    };
    const filter = (query: string) => {
      pending.current = null;
      clearTimeout(timer);
      timer = setTimeout(() => search(query, 'replace'), debounceMs);
    };
    const stop = registerSearchTarget({
      filter,
      openFirst: (query) => {
        if (query === '') search(query, 'push');
        else searchThen(query, 'open');
      },
      focusFirst: (query) => searchThen(query, 'focus'),
      lookUp: setLookupName,
    });
    // Typing before hydration fires no event here.
    const field = document.querySelector<HTMLInputElement>('[role="search"] [name="q"]');
    if (field && field.value !== field.defaultValue) filter(field.value.trim());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [setView]);
  return { lookupName, setLookupName };
}
