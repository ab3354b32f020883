import type { ReactNode } from 'react';
import { cx } from './cx';

export type Definition = { term: string; value: ReactNode };

export function DefinitionList({
  items,
  termWidth = 'md',
  className,
}: {
  items: readonly Definition[];
  termWidth?: 'sm' | 'md' | 'lg' | undefined;
  className?: string | undefined;
}) {
  return (
    <dl
      className={cx(
        'grid gap-x-3 gap-y-1.5 text-13',
        termWidth === 'sm' && 'grid-cols-[80px_minmax(0,1fr)]',
        termWidth === 'md' && 'grid-cols-[112px_minmax(0,1fr)]',
        termWidth === 'lg' && 'grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
        className,
      )}
    >
      {items.map(({ term, value }) => (
        <div key={term} className="contents">
          <dt className="text-meta">{term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FactRow({ items, className }: { items: readonly Definition[]; className?: string | undefined }) {
  return (
    <dl
      className={cx(
        'flex flex-wrap gap-x-10 gap-y-2 text-13 max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-3',
        className,
      )}
    >
      {items.map(({ term, value }) => (
        <div key={term} className="min-w-0">
          <dt className="mb-0.5 text-12 text-meta">{term}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
