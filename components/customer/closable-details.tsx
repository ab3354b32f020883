'use client';

import type { ReactNode } from 'react';

/** A native disclosure, which Esc closes where there is script. */
export function ClosableDetails({ className, children }: { className: string; children: ReactNode }) {
  return (
    <details
      className={className}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      {children}
    </details>
  );
}
