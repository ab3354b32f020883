import type { IconName } from '../../ui/icon-shapes';

/** Something the palette can find: a page, an act, an import. */
export type PaletteItem = {
  key: string;
  label: string;
  /** A quiet word beside it: a status, an identifier. */
  hint?: string | undefined;
  icon?: IconName | undefined;
  href: string;
};

/** Finds imports for what was typed. An aborted search may reject; nobody waits for it. */
export type PaletteSearch = (query: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>;
