import { cx } from './cx';

/** Give it the size of the final content, so nothing moves. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden className={cx('block h-3 rounded-1 bg-press motion-safe:animate-quiet', className ?? 'w-32')} />
  );
}

/** For screen readers, beside skeleton bars. */
export function LoadingNote({ children = 'Loading' }: { children?: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  );
}
