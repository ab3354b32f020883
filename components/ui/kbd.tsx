import type { ReactNode } from 'react';
import { cx } from './cx';

/** Set `onFill` inside a filled button. */
export function Kbd({
  children,
  onFill = false,
  className,
}: {
  children: ReactNode;
  onFill?: boolean;
  className?: string | undefined;
}) {
  return (
    <kbd
      className={cx(
        'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-1 border px-1 font-sans text-12 font-normal',
        onFill ? 'border-on-accent/40 text-inherit' : 'border-line-strong text-ink-2',
        className,
      )}
    >
      {children}
    </kbd>
  );
}

/** Ends with keyboard hints. */
export function ListFooter({
  hints,
  children,
}: {
  hints: readonly { keys: readonly string[]; label: string }[];
  children: ReactNode;
}) {
  return (
    <footer className="flex h-10 flex-none items-center gap-4 border-t bg-canvas px-6 text-12 whitespace-nowrap text-meta max-md:hidden">
      {children}
      <span className="flex-1" />
      <span className="flex items-center gap-x-3.5">
        {hints.map((hint) => (
          <span key={hint.label} className="inline-flex items-center gap-1.25">
            {hint.keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {hint.label}
          </span>
        ))}
      </span>
    </footer>
  );
}
