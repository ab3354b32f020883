// For the search with script and the one without.

export const searchInputClasses =
  'h-12 w-full rounded-tile border border-control bg-canvas ps-11 pe-3 placeholder:text-meta';
export const searchButtonClasses =
  'h-12 cursor-pointer rounded-tile border border-line-strong px-5 text-15 font-strong hover:bg-hover';
export const showAllClasses = 'py-2 text-brand-ink underline underline-offset-2';
