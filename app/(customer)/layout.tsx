import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** Customer pages show the partner's brand only, even in the title. */
export const metadata: Metadata = { title: { absolute: 'Migration' }, referrer: 'same-origin' };

export default function CustomerLayout({ children }: { children: ReactNode }) {
  return children;
}
