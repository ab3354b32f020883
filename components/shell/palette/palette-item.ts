import type { IconName } from '../../ui/icon-shapes';

export type PaletteItem = {
  key: string;
  label: string;
  hint?: string | undefined;
  icon?: IconName | undefined;
  href: string;
};

/** Finds imports for the typed text. An aborted search may reject. */
export type PaletteSearch = (query: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>;
