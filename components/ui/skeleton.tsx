import { cx } from './cx';

/** A bar where text will stand. Give it the width and height of what comes, so that nothing moves when it does. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden className={cx('block h-3 rounded-1 bg-press motion-safe:animate-quiet', className ?? 'w-32')} />
  );
}

/** Says to readers that something is on its way; the bars around it are for the eye. */
export function LoadingNote({ children = 'Loading' }: { children?: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  );
}
