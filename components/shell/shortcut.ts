/** What the page reacts to: one key ("j"), keys after one another ("g i"), or keys together ("mod+k"). */
export type Shortcut = {
  keys: string;
  label: string;
  /** Where it stands in the help. */
  group: string;
  run: () => void;
};

export type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
};

/** How long the second key of a sequence may take. */
export const SEQUENCE_MS = 1200;

/** The name of a press in the words of `Shortcut.keys`; null for one that belongs to the browser or the system. */
export function keyPressName({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `mod+${name}` : name;
}

/**
 * Which shortcut a press completes, given the key before it. Sequences come first, since their second key may be a
 * shortcut of its own. Later registrations win: a page may take over a key of the shell.
 */
export function matchShortcut(
  shortcuts: readonly Shortcut[],
  before: string | null,
  press: string,
): Shortcut | undefined {
  const find = (keys: string) => shortcuts.findLast((shortcut) => shortcut.keys === keys);
  return (before === null ? undefined : find(`${before} ${press}`)) ?? find(press);
}

/** Whether a single key: those can be switched off, since speech input triggers them by accident (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return !keys.startsWith('mod+');
}
