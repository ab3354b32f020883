import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';
import { navLabels } from './labels';

/** From the list of imports to one of them. */
export function Breadcrumb({ children }: { children: ReactNode }) {
  return (
    <nav
      aria-label={navLabels.breadcrumb}
      className="mb-2 flex min-w-0 items-center gap-1.5 text-13 text-meta [&_button]:-my-1.5"
    >
      <span className="inline-flex flex-none items-center gap-1.5">
        <EnvLink href="/imports" prefetch={false} className="rounded-1 hover:text-ink">
          {navLabels.imports}
        </EnvLink>
        <Icon name="right" size={12} />
      </span>
      {children}
    </nav>
  );
}
