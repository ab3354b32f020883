import { isSingleKey, matchShortcut, keyPressName, SEQUENCE_MS, type Shortcut } from './shortcut';

/** All shortcuts of the current page, by component. One listener serves them all. */
const registered = new Map<symbol, readonly Shortcut[]>();
const STORAGE_KEY = 'landfall.single-keys';

let lastPress: { press: string; at: number } | null = null;

export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  const owner = Symbol('shortcuts');
  if (registered.size === 0) document.addEventListener('keydown', handleKeyDown);
  registered.set(owner, shortcuts);
  return () => {
    registered.delete(owner);
    if (registered.size === 0) document.removeEventListener('keydown', handleKeyDown);
  };
}

export function listShortcuts(): Shortcut[] {
  return [...registered.values()].flat();
}

export function singleKeysEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeysEnabled(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // Storage is blocked, so the default applies.
  }
}

function handleKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return;
  const press = keyPressName(event);
  if (press === null) return;
  // The browser closes an open popup, unless the event is prevented.
  if (press === 'Escape' && document.querySelector('[popover=auto]:popover-open')) return;
  const single = isSingleKey(press);
  // Typing in a field is text, and an open dialog gets all keys.
  if (single && (isTyping(event.target) || document.querySelector('dialog[open]') || !singleKeysEnabled())) return;
  const shortcut = matchShortcut(
    listShortcuts(),
    lastPress && event.timeStamp - lastPress.at < SEQUENCE_MS ? lastPress.press : null,
    press,
  );
  lastPress = shortcut ? null : { press, at: event.timeStamp };
  // Enter and Space on a button or link activate that control.
  if (!shortcut || ((press === 'Enter' || press === ' ') && isControl(event.target))) return;
  event.preventDefault();
  shortcut.run();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])'))
  );
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary, input, [role="menuitem"]') !== null;
}
