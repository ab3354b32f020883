'use client';

import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { movePopup, type Placement } from './place-popup';

/** A native popover attached to a button; this hook positions it and tracks whether it is open. */
export function usePopup({ align = 'start', gap }: Partial<Placement> = {}) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const place = useCallback(() => {
    const [anchor, element] = [trigger.current, popup.current];
    if (!anchor || !element) return;
    const effectiveAlign = getComputedStyle(anchor).direction === 'rtl' ? mirrored[align] : align;
    movePopup(anchor, element, { align: effectiveAlign, gap });
    element.style.opacity = '1';
  }, [align, gap]);

  useEffect(() => {
    const element = popup.current;
    if (!element) return;
    const onToggle = (event: ToggleEvent) => {
      const opened = event.newState === 'open';
      if (!opened) element.style.opacity = '0';
      setOpen(opened);
    };
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, []);

  // After its content was rendered, which may depend on `open`.
  useLayoutEffect(() => {
    if (open) place();
  }, [open, place]);

  // Close on scroll, because the popup does not move with its button.
  useEffect(() => {
    if (!open) return;
    const hide = () => popup.current?.hidePopover();
    window.addEventListener('resize', place);
    document.addEventListener('scroll', hide, { passive: true });
    return () => {
      window.removeEventListener('resize', place);
      document.removeEventListener('scroll', hide);
    };
  }, [open, place]);

  return {
    open,
    trigger,
    popup,
    close: () => popup.current?.hidePopover(),
    triggerProps: { ref: trigger, popoverTarget: id, 'aria-expanded': open },
    popupProps: { ref: popup, id, popover: 'auto' as const, className: popupClasses },
  };
}

const mirrored = { start: 'end', center: 'center', end: 'start' } as const;

/** Transparent until positioned: the browser shows it before it can be measured. */
const popupClasses =
  'fixed inset-auto m-0 max-w-[calc(100vw-16px)] overflow-y-auto rounded-3 border-0 bg-overlay text-13 text-ink opacity-0 shadow-lift open:animate-appear';
