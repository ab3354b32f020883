'use client';

import type { ReactNode } from 'react';
import { openHelp } from './help-event';

/** Opens the list of keys; it is told by an event, so that it can stand anywhere. */
export function HelpButton({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <button type="button" className={className} onClick={openHelp} data-tip="Keyboard and help">
      {children}
    </button>
  );
}
