const SIGNAL = 'landfall:search';

/** What stands in the search field; `entered` once the person has said that this is it. */
export type Search = { words: string; entered: boolean };

/** Tells the page what is searched for. False when no page here searches by itself. */
export function tellSearch(search: Search): boolean {
  return !document.dispatchEvent(new CustomEvent<Search>(SIGNAL, { detail: search, cancelable: true }));
}

export function onSearch(listener: (search: Search) => void): () => void {
  const heard = (event: Event) => {
    if (!(event instanceof CustomEvent)) return;
    event.preventDefault();
    listener(event.detail);
  };
  document.addEventListener(SIGNAL, heard);
  return () => document.removeEventListener(SIGNAL, heard);
}
