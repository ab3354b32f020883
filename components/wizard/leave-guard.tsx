'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button';
import { Dialog, DialogCancel } from '../ui/dialog';

const guardKey = 'landfallDoor';

/**
 * Leaving with something typed asks first: closing and reloading in the browser's own words, links of ours and Back in
 * ours. Back cannot be stopped, so the page stands twice in the history: the first of the two is the door, where whoever
 * comes back to it is asked.
 */
export function LeaveGuard({
  active,
  onFirstStep,
  onLeave,
}: {
  active: boolean;
  /** On the first step, the one that Back leaves by. */
  onFirstStep: boolean;
  onLeave: () => void;
}) {
  const router = useRouter();
  const [destination, setDestination] = useState<'back' | { href: string } | null>(null);

  useEffect(() => {
    if (!active) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const confirmLeave = (event: MouseEvent) => {
      const href = hrefThatLeaves(event);
      if (href === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setDestination({ href });
    };
    const onPopState = (event: PopStateEvent) => {
      if (Reflect.get(Object(event.state), guardKey) === true) setDestination('back');
    };
    if (onFirstStep && Reflect.get(Object(history.state), guardKey) === undefined) {
      history.replaceState({ ...history.state, [guardKey]: true }, '');
      history.pushState({ ...history.state, [guardKey]: false }, '');
    }
    addEventListener('popstate', onPopState);
    addEventListener('beforeunload', onBeforeUnload);
    // Before anybody else hears of the click.
    addEventListener('click', confirmLeave, { capture: true });
    return () => {
      removeEventListener('popstate', onPopState);
      removeEventListener('beforeunload', onBeforeUnload);
      removeEventListener('click', confirmLeave, { capture: true });
    };
  }, [active, onFirstStep]);

  if (destination === null) return null;
  const stay = () => {
    setDestination(null);
    if (destination === 'back') history.forward();
  };
  return (
    <Dialog
      open
      size="sm"
      title="Leave without creating the import?"
      onClose={stay}
      footer={
        <>
          <DialogCancel onClose={stay}>Stay</DialogCancel>
          <Button
            variant="primary"
            onClick={() => {
              setDestination(null);
              onLeave();
              if (destination === 'back') history.back();
              else router.push(destination.href);
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
