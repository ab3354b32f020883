'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { leaveGuardLabels } from './labels';

const guardKey = 'landfallLeaveGuard';

/** Back cannot be prevented, so the page has two history entries: going back to the first one asks. */
export function LeaveGuard({
  active,
  guardsBack,
  title,
  detail,
  onLeave,
}: {
  active: boolean;
  /** False if going back stays on the page. */
  guardsBack: boolean;
  title: string;
  detail: string;
  onLeave: () => void;
}) {
  const router = useRouter();
  const [destination, setDestination] = useState<'back' | { href: string } | null>(null);

  useEffect(() => {
    if (!active) return;
    let opensMail = false;
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      // A browser fires it for mailto links too, although the page stays.
      if (!opensMail) event.preventDefault();
      opensMail = false;
    };
    const confirmLeave = (event: MouseEvent) => {
      opensMail = linkOf(event)?.protocol === 'mailto:';
      const href = hrefThatLeaves(event);
      if (href === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setDestination({ href });
    };
    const onPopState = (event: PopStateEvent) => {
      if (Reflect.get(Object(event.state), guardKey) === true) setDestination('back');
    };
    if (guardsBack && Reflect.get(Object(history.state), guardKey) === undefined) {
      history.replaceState({ ...history.state, [guardKey]: true }, '');
      history.pushState({ ...history.state, [guardKey]: false }, '');
    }
    addEventListener('popstate', onPopState);
    addEventListener('beforeunload', onBeforeUnload);
    // In the capture phase, before other handlers.
    addEventListener('click', confirmLeave, { capture: true });
    return () => {
      removeEventListener('popstate', onPopState);
      removeEventListener('beforeunload', onBeforeUnload);
      removeEventListener('click', confirmLeave, { capture: true });
    };
  }, [active, guardsBack]);

  if (destination === null) return null;
  const stay = () => {
    setDestination(null);
    if (destination === 'back') history.forward();
  };
  return (
    <Dialog
      size="sm"
      title={title}
      onClose={stay}
      closeLabel={leaveGuardLabels.stay}
      action={
        <Button
          variant="primary"
          onClick={() => {
            setDestination(null);
            onLeave();
            if (destination === 'back') history.back();
            else router.push(destination.href);
          }}
        >
          {leaveGuardLabels.leave}
        </Button>
      }
    >
      <p className="mt-2 text-ink-2">{detail}</p>
    </Dialog>
  );
}

/** The path of a plain click on an internal link that leaves the page. */
function hrefThatLeaves(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = linkOf(event);
  if (link === null || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const to = new URL(link.href, location.href);
  if (to.origin !== location.origin || to.pathname === location.pathname) return undefined;
  return `${to.pathname}${to.search}${to.hash}`;
}

function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  return link instanceof HTMLAnchorElement ? link : null;
}
