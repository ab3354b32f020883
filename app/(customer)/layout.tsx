import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** The partner's pages: no mark of ours, not in the title either. */
export const metadata: Metadata = { title: { absolute: 'Migration' }, referrer: 'same-origin' };

export default function CustomerLayout({ children }: { children: ReactNode }) {
  return children;
}
