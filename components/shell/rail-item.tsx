import type { ReactNode } from 'react';

export const railItemClasses = 'rail-item';

export const railItemInactiveClasses = 'text-meta';

export function RailItemContent({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <>
      {icon}
      <span className="md:sr-only rail-wide:not-sr-only">{label}</span>
    </>
  );
}
