import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon?: IconName | undefined;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-md px-4 py-16 text-center">
      {icon && (
        <span className="mx-auto mb-4 grid size-10 place-items-center rounded-3 bg-hover text-meta">
          <Icon name={icon} size={20} />
        </span>
      )}
      <h2>{title}</h2>
      {children !== undefined && <div className="mt-1 text-13 text-pretty text-ink-2">{children}</div>}
      {actions !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
