import { useEffect, type RefObject } from 'react';

/**
 * Focuses the first invalid field, else `data-autofocus`; again when `key` changes. An effect, because the router focuses
 * the page after a navigation. Does not interrupt typing elsewhere, such as in the search field.
 */
export function useStepFocus(container: RefObject<HTMLElement | null>, key?: string): void {
  useEffect(() => {
    const element = container.current;
    const active = document.activeElement;
    if (!element || (active?.matches('input, textarea, select') && !element.contains(active))) return;
    const target =
      element.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      element.querySelector<HTMLElement>('[data-autofocus]');
    target?.focus({ preventScroll: key === undefined });
  }, [container, key]);
}
