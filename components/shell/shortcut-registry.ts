import { isSingleKey, matchShortcut, nameOfPress, SEQUENCE_MS, type Shortcut } from './shortcut';

/** Every shortcut of the page that is open, by whoever registered it. One listener serves them all. */
const registered = new Map<symbol, readonly Shortcut[]>();
const SWITCH = 'landfall.single-keys';

let before: { press: string; at: number } | null = null;

export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  const owner = Symbol('shortcuts');
  if (registered.size === 0) document.addEventListener('keydown', react);
  registered.set(owner, shortcuts);
  return () => {
    registered.delete(owner);
    if (registered.size === 0) document.removeEventListener('keydown', react);
  };
}

/** What works here and now, for the help. */
export function listShortcuts(): Shortcut[] {
  return [...registered.values()].flat();
}

export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SWITCH);
    else localStorage.setItem(SWITCH, 'off');
  } catch {
    // Storage is refused: the choice lasts as long as the default does.
  }
}

function react(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return;
  const press = nameOfPress(event);
  if (press === null) return;
  const single = isSingleKey(press);
  // Letters typed into a field are text, and a dialog has the keyboard for itself.
  if (single && (isTyping(event.target) || document.querySelector('dialog[open]') || !singleKeysOn())) return;
  const shortcut = matchShortcut(
    listShortcuts(),
    before && event.timeStamp - before.at < SEQUENCE_MS ? before.press : null,
    press,
  );
  before = shortcut ? null : { press, at: event.timeStamp };
  // Enter and Space on a button or link are that control's.
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
