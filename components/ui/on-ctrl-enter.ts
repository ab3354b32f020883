import type { KeyboardEvent } from 'react';

/** For a form with a text area, where Enter alone starts a new line. */
export const onCtrlEnter = (send: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  send();
};
