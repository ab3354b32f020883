'use client';

import type { ReactNode } from 'react';
import { navLabels } from './labels';

const HELP_EVENT = 'landfall:help';

/** Sends an event, so it can be placed anywhere. */
export function HelpButton({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <button
      type="button"
      className={className}
      onClick={() => document.dispatchEvent(new Event(HELP_EVENT))}
      data-tip={navLabels.tip(navLabels.help, '?')}
    >
      {children}
    </button>
  );
}

export function onHelpRequested(listener: () => void): () => void {
  document.addEventListener(HELP_EVENT, listener);
  return () => document.removeEventListener(HELP_EVENT, listener);
}
