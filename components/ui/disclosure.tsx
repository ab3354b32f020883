import type { ReactNode, ToggleEventHandler } from 'react';
import { Icon } from './icon';

/** Native `details`: works without JavaScript and opens for find-in-page. */
export function Disclosure({
  summary,
  meta,
  onToggle,
  children,
}: {
  summary: ReactNode;
  meta?: ReactNode;
  onToggle?: ToggleEventHandler<HTMLDetailsElement> | undefined;
  children: ReactNode;
}) {
  return (
    <details className="group/more" onToggle={onToggle}>
      <summary className="flex list-none items-center gap-2 rounded-1 text-13 min-h-6 max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          name="right"
          size={12}
          className="transition-transform group-open/more:rotate-90 rtl:group-open/more:-rotate-90"
        />
        {summary}
        {meta !== undefined && <span className="ms-auto text-12 text-meta">{meta}</span>}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
