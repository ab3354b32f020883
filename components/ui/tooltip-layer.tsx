'use client';

import { useEffect, useId, useRef } from 'react';
import { formatInstant } from './format-instant';
import { movePopup } from './place-popup';
import { useViewer } from './viewer';

const WAIT_MS = 400;

/** One tooltip for all elements with `data-tip`, also server-rendered ones. It can be hovered. */
export function TooltipLayer({ first }: { /** It loaded this component. */ first: Event }) {
  const id = useId();
  const { zone } = useViewer();
  const tip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = tip.current;
    if (!element) return;
    let anchor: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastHidden = 0;
    // No tooltip for an element that was just pressed.
    let pressed: HTMLElement | null = null;

    const hide = () => {
      clearTimeout(timer);
      if (!anchor) return;
      if (anchor.getAttribute('aria-describedby') === id) anchor.removeAttribute('aria-describedby');
      anchor = null;
      lastHidden = Date.now();
      element.hidePopover();
    };
    const show = (target: HTMLElement) => {
      hide();
      const text = tooltipOf(target, zone);
      if (!text || !target.isConnected || target.getAttribute('aria-expanded') === 'true') return;
      anchor = target;
      element.textContent = text;
      element.showPopover();
      movePopup(target, element, { align: 'center' });
      if (!target.hasAttribute('aria-describedby') && target.matches('a, button, input, [tabindex]')) {
        target.setAttribute('aria-describedby', id);
      }
    };
    const tooltipTarget = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;

    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      if (event.target instanceof Node && element.contains(event.target)) return clearTimeout(timer);
      const target = tooltipTarget(event);
      if (target === anchor && anchor) return clearTimeout(timer);
      clearTimeout(timer);
      if (target && target === pressed) return;
      pressed = null;
      if (target) {
        // No delay when moving between elements with tooltips.
        timer = setTimeout(() => show(target), Date.now() - lastHidden < 300 ? 0 : WAIT_MS);
        if (anchor) hide();
      } else if (anchor) {
        // Enough time to reach the tooltip itself.
        timer = setTimeout(hide, 150);
      }
    };
    const onFocusIn = (event: Event) => {
      const target = tooltipTarget(event);
      if (target?.matches(':focus-visible')) show(target);
    };
    const onPointerDown = (event: PointerEvent) => {
      const target = tooltipTarget(event);
      pressed = target;
      if (event.pointerType !== 'touch') return hide();
      // A tap on a control only activates the control.
      if (target && target !== anchor && !target.closest('a, button, input, select, summary, label')) show(target);
      else hide();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };

    const options = { passive: true };
    document.addEventListener('pointerover', onPointerOver, options);
    document.addEventListener('pointerdown', onPointerDown, options);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    // Unless the pointer has left meanwhile.
    if (tooltipTarget(first)?.matches(':hover, :focus-visible')) {
      if (!(first instanceof PointerEvent)) onFocusIn(first);
      else if (first.type === 'pointerdown') onPointerDown(first);
      else onPointerOver(first);
    }
    return () => {
      hide();
      document.removeEventListener('pointerover', onPointerOver);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('scroll', hide, { capture: true });
    };
  }, [id, first, zone]);

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

/** Times have an empty one: formatting each of them in advance takes longer than rendering their rows. */
function tooltipOf(element: HTMLElement, zone: string): string {
  if (!(element instanceof HTMLTimeElement)) return element.dataset['tip'] ?? '';
  return formatInstant(Date.parse(element.dateTime), 'exact', zone);
}
