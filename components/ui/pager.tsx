import type { ReactNode } from 'react';
import { pagerLabels as labels } from './labels';
import { LinkButton } from './link-button';

export function Pager({
  newest,
  older,
  children,
}: {
  newest: string | false;
  older: string | false;
  children?: ReactNode;
}) {
  return (
    <footer className="mt-4 flex flex-wrap items-center gap-3">
      {newest !== false && (
        <LinkButton href={newest} size="sm">
          {labels.newest}
        </LinkButton>
      )}
      {older !== false && (
        <LinkButton href={older} size="sm">
          {labels.older}
        </LinkButton>
      )}
      {children}
    </footer>
  );
}
