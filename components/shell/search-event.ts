const SEARCH_EVENT = 'landfall:search';

/** `submitted` is set by Enter or a followed link. */
export type Search = { query: string; submitted: boolean };

/** Returns false if no page handles the search. */
export function publishSearch(search: Search): boolean {
  return !document.dispatchEvent(new CustomEvent<Search>(SEARCH_EVENT, { detail: search, cancelable: true }));
}

export function onSearch(listener: (search: Search) => void): () => void {
  const handler = (event: Event) => {
    if (!(event instanceof CustomEvent)) return;
    event.preventDefault();
    listener(event.detail);
  };
  document.addEventListener(SEARCH_EVENT, handler);
  return () => document.removeEventListener(SEARCH_EVENT, handler);
}
