/** One key ("j"), a sequence ("g i"), or a combination ("mod+k"). */
export type Shortcut = {
  keys: string;
  label: string;
  group: string;
  run: () => void;
};

export type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
};

export const SEQUENCE_MS = 1200;

/** Returns null for keys that belong to the browser or the system. */
export function keyPressName({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `mod+${name}` : name;
}

/** A sequence wins over its second key, and later registrations win, so a page can override the shell. */
export function matchShortcut(
  shortcuts: readonly Shortcut[],
  before: string | null,
  press: string,
): Shortcut | undefined {
  const find = (keys: string) => shortcuts.findLast((shortcut) => shortcut.keys === keys);
  return (before === null ? undefined : find(`${before} ${press}`)) ?? find(press);
}

/** Single keys can be switched off, since speech input triggers them by accident (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return !keys.startsWith('mod+');
}
