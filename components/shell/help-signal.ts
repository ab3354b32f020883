const SIGNAL = 'landfall:help';

export function openHelp(): void {
  document.dispatchEvent(new Event(SIGNAL));
}

export function onHelpAsked(listener: () => void): () => void {
  document.addEventListener(SIGNAL, listener);
  return () => document.removeEventListener(SIGNAL, listener);
}
