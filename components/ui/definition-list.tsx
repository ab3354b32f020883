import type { ReactNode } from 'react';
import { cx } from './cx';

export type Definitions = Record<string, ReactNode>;

export function DefinitionList({
  items,
  termWidth = 'md',
  className,
}: {
  items: Definitions;
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
      {Object.entries(items).map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-meta">{term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
