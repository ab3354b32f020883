const HELP_EVENT = 'landfall:help';

export function openHelp(): void {
  document.dispatchEvent(new Event(HELP_EVENT));
}

export function onHelpRequested(listener: () => void): () => void {
  document.addEventListener(HELP_EVENT, listener);
  return () => document.removeEventListener(HELP_EVENT, listener);
}
