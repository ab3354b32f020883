import type { ReactNode } from 'react';

/** An item of the rail, or of the bottom bar on a phone. */
export const railItemClasses =
  'relative grid size-9 place-items-center rounded-2 hover:bg-press hover:text-ink max-md:h-rail-phone max-md:w-auto max-md:flex-1 max-md:content-center max-md:gap-1 max-md:rounded-none max-md:text-12 max-md:leading-3.5 max-md:hover:bg-transparent max-md:focus-visible:-outline-offset-4';

export const railItemInactiveClasses = 'text-meta';

export function RailItemContent({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <>
      {icon}
      <span className="md:sr-only">{label}</span>
    </>
  );
}
