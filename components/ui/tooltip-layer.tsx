'use client';

import { useEffect, useId, useRef } from 'react';
import { placePopup } from './place-popup';

const WAIT_MS = 400;

/**
 * One tooltip for the whole page. Anything may carry `data-tip="text"`, also what the server drew: the layer shows it
 * under a resting pointer, on keyboard focus, and at a tap where there is no pointer to rest. Escape hides it, it can be
 * pointed at itself, and while it shows it describes its element to readers.
 */
export function TooltipLayer() {
  const id = useId();
  const tip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = tip.current;
    if (!element) return;
    let owner: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastHidden = 0;
    // What was just pressed has said what it does.
    let pressed: HTMLElement | null = null;

    const hide = () => {
      clearTimeout(timer);
      if (!owner) return;
      if (owner.getAttribute('aria-describedby') === id) owner.removeAttribute('aria-describedby');
      owner = null;
      lastHidden = Date.now();
      element.hidePopover();
    };
    const show = (target: HTMLElement) => {
      hide();
      const text = target.dataset['tip'];
      if (!text || !target.isConnected || target.getAttribute('aria-expanded') === 'true') return;
      owner = target;
      element.textContent = text;
      element.showPopover();
      const { left, top } = placePopup(
        target.getBoundingClientRect(),
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: document.documentElement.clientWidth, height: window.innerHeight },
        { align: 'center' },
      );
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
      if (!target.hasAttribute('aria-describedby') && target.matches('a, button, input, [tabindex]')) {
        target.setAttribute('aria-describedby', id);
      }
    };
    const tipped = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;

    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      if (event.target instanceof Node && element.contains(event.target)) return clearTimeout(timer);
      const target = tipped(event);
      if (target === owner && owner) return clearTimeout(timer);
      clearTimeout(timer);
      if (target && target === pressed) return;
      pressed = null;
      if (target) {
        // Moving along a row of icons, the second tip need not be waited for.
        timer = setTimeout(() => show(target), Date.now() - lastHidden < 300 ? 0 : WAIT_MS);
        if (owner) hide();
      } else if (owner) {
        // Long enough to reach the tip itself.
        timer = setTimeout(hide, 150);
      }
    };
    const focused = (event: FocusEvent) => {
      const target = tipped(event);
      if (target?.matches(':focus-visible')) show(target);
    };
    const tapped = (event: PointerEvent) => {
      const target = tipped(event);
      pressed = target;
      if (event.pointerType !== 'touch') return hide();
      // A tap on a control is for the control.
      if (target && target !== owner && !target.closest('a, button, input, select, summary, label')) show(target);
      else hide();
    };
    const escaped = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };

    const options = { passive: true };
    document.addEventListener('pointerover', over, options);
    document.addEventListener('pointerdown', tapped, options);
    document.addEventListener('focusin', focused);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', escaped);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      hide();
      document.removeEventListener('pointerover', over);
      document.removeEventListener('pointerdown', tapped);
      document.removeEventListener('focusin', focused);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', escaped);
      document.removeEventListener('scroll', hide, { capture: true });
    };
  }, [id]);

  return (
    <div
      ref={tip}
      id={id}
      role="tooltip"
      popover="manual"
      className="fixed inset-auto m-0 max-w-72 rounded-1 border-0 bg-n-900 px-2 py-1 text-12 text-n-0 open:animate-appear"
    />
  );
}
