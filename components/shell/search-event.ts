const SEARCH_EVENT = 'landfall:search';

/** What stands in the search field; `entered` once the person has said that this is it. */
export type Search = { query: string; submitted: boolean };

/** Tells the page what is searched for. False when no page here searches by itself. */
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
