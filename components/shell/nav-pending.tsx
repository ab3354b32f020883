import { useLinkStatus } from 'next/link';

/** Inside a link: shows that its page was requested, if it takes so long that a reader would click again. */
export function NavPending() {
  if (!useLinkStatus().pending) return null;
  return (
    <span
      aria-hidden
      data-pending
      className="absolute inset-x-2 bottom-1 h-0.5 animate-appear-late rounded-full bg-accent"
    />
  );
}
