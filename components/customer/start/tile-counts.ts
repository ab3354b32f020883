/** Shown at first: three rows of four. */
export const popularTiles = 12;
/** Shown at most at once. More would make the page too large for a phone. */
export const maxTiles = 300;
/** With more tools, the browser gets only the first tiles, and the server searches. */
export const maxSearchedInBrowser = 1_000;
/** In labels, where a number or the query goes. Own texts cannot contain a control character. */
export const gap = '\u0001';
