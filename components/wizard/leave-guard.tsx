'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button';
import { Dialog, DialogCancel } from '../ui/dialog';

/** Leaving with something typed asks first: closing and reloading in the browser's own words, links of ours in ours. */
export function LeaveGuard({ active, onLeave }: { active: boolean; onLeave: () => void }) {
  const router = useRouter();
  const [wanted, setWanted] = useState<string | null>(null);

  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const ask = (event: MouseEvent) => {
      const href = hrefThatLeaves(event);
      if (href === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(href);
    };
    addEventListener('beforeunload', warn);
    // Before anybody else hears of the click.
    addEventListener('click', ask, { capture: true });
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('click', ask, { capture: true });
    };
  }, [active]);

  if (wanted === null) return null;
  return (
    <Dialog
      open
      size="sm"
      title="Leave without creating the import?"
      onClose={() => setWanted(null)}
      footer={
        <>
          <DialogCancel onClose={() => setWanted(null)}>Stay</DialogCancel>
          <Button
            variant="primary"
            onClick={() => {
              setWanted(null);
              onLeave();
              router.push(wanted);
            }}
          >
            Leave
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-2">Nothing was sent yet. What you entered will be forgotten.</p>
    </Dialog>
  );
}

/** The path of a plain click on a link of ours that leads away from the wizard. */
function hrefThatLeaves(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download'))
    return undefined;
  const to = new URL(link.href, location.href);
  if (to.origin !== location.origin || to.pathname === location.pathname) return undefined;
  return `${to.pathname}${to.search}${to.hash}`;
}
