import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';

export function Breadcrumb({
  trail,
  children,
}: {
  trail: readonly { href: string; label: string }[];
  children: ReactNode;
}) {
  return (
    <nav
      aria-label="Breadcrumb"
      className="mb-2 flex min-w-0 items-center gap-1.5 text-13 text-meta [&_button]:-my-1.5"
    >
      {trail.map((step) => (
        <span key={step.href} className="inline-flex flex-none items-center gap-1.5">
          <EnvLink href={step.href} prefetch={false} className="rounded-1 hover:text-ink">
            {step.label}
          </EnvLink>
          <Icon name="right" size={12} className="rtl:-scale-x-100" />
        </span>
      ))}
      {children}
    </nav>
  );
}
