'use client';

import type { ReactNode } from 'react';
import { openHelp } from './help-event';

/** Sends an event, so it can be placed anywhere. */
export function HelpButton({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <button type="button" className={className} onClick={openHelp} data-tip="Keyboard and help">
      {children}
    </button>
  );
}
