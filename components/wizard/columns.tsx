import type { ReactNode } from 'react';

/** The form and a card beside it, or below it where there is no space. */
export const columnsClasses =
  'mt-6 grid gap-8 min-[960px]:grid-cols-[minmax(0,1fr)_288px] lg:grid-cols-[minmax(0,1fr)_344px] lg:gap-12';

export const mainColumnClasses = 'min-w-0 min-[960px]:col-start-1';

export function SideCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className="grid gap-4 self-start rounded-3 border bg-sunken p-5 text-13 min-[960px]:sticky min-[960px]:top-[calc(var(--top)+24px)] min-[960px]:col-start-2 min-[960px]:row-span-2 min-[960px]:row-start-1"
    >
      <h2>{label}</h2>
      {children}
    </aside>
  );
}
