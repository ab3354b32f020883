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

/** Keyboard hints for a list's footer; hidden on phones. */
export function KeyHints({ hints }: { hints: readonly { keys: readonly string[]; label: string }[] }) {
  return (
    <span className="flex items-center gap-x-3.5 text-12 text-meta max-md:hidden">
      {hints.map((hint) => (
        <span key={hint.label} className="inline-flex items-center gap-1.25">
          {hint.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {hint.label}
        </span>
      ))}
    </span>
  );
}
