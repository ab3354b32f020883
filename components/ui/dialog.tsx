'use client';

import { useId, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Button } from './button';
import { cx } from './cx';
import { dialogLabels } from './labels';

/** Open while rendered. Focus goes to `data-autofocus`, else to the first control. */
export function Dialog({
  onClose,
  title,
  children,
  side,
  note,
  closeLabel = dialogLabels.cancel,
  action,
  size = 'md',
  busy = false,
}: {
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Facts beside the content. */
  side?: ReactNode;
  /** Beside the buttons. */
  note?: ReactNode;
  /** Null if `action` closes the dialog. */
  closeLabel?: string | null;
  action?: ReactNode;
  /** `lg` has space for `side`; `bare` has no header, body or footer. */
  size?: 'sm' | 'md' | 'lg' | 'bare' | undefined;
  busy?: boolean | undefined;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();

  // Chrome closes on a second Escape even if the first was prevented. Registered before the closing effect, whose close
  // event arrives a frame later, when another dialog may be open.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const onCancel = (event: Event) => {
      // A cancelled file chooser fires a bubbling event of the same name.
      if (event.target !== element) return;
      event.preventDefault();
      if (!busy) onClose();
    };
    const onNativeClose = () => {
      // The event is late: the dialog may be open again.
      if (!element.open) onClose();
    };
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onNativeClose);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', onNativeClose);
    };
  }, [busy, onClose]);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const release = lockScroll();
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Closing restores focus.
    return () => {
      element.close();
      release();
    };
  }, []);

  const keepWhileBusy = (event: KeyboardEvent) => {
    if (busy && event.key === 'Escape') event.preventDefault();
  };
  const outside = (event: MouseEvent) => event.target === dialog.current;

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={keepWhileBusy}
      onMouseDown={(event) => {
        pressedOutside.current = outside(event);
      }}
      onClick={(event) => {
        if (outside(event) && pressedOutside.current && !busy) onClose();
      }}
      className={cx(
        'max-h-[calc(100dvh-32px)] max-w-[calc(100vw-32px)] overflow-hidden overscroll-contain rounded-3 bg-overlay p-0 text-13 text-ink shadow-lift open:flex open:animate-rise',
        'max-md:mx-0 max-md:mb-0 max-md:max-h-[94dvh] max-md:w-full max-md:max-w-none max-md:rounded-b-none',
        // Anchored at the top, so the field stays in place when the height changes.
        size === 'bare' ? 'mx-auto mt-[14dvh] mb-auto max-md:mt-auto' : 'm-auto',
        size === 'sm' && 'w-96',
        (size === 'md' || size === 'bare') && 'w-136',
        size === 'lg' && 'w-dialog',
      )}
    >
      <div className="flex min-h-0 w-full flex-col">
        {size === 'bare' ? (
          <>
            <h2 id={titleId} className="sr-only">
              {title}
            </h2>
            {children}
          </>
        ) : (
          <>
            <div
              className={cx(
                'min-h-0 flex-1 overflow-y-auto',
                side !== undefined && 'md:grid md:grid-cols-[minmax(0,1fr)_328px]',
              )}
            >
              <div className="p-6 max-md:px-4 max-md:py-5">
                <h2 id={titleId} className="text-20">
                  {title}
                </h2>
                {children}
              </div>
              {side !== undefined && <div className="bg-sunken px-6 pt-7 pb-6 md:border-s max-md:p-4">{side}</div>}
            </div>
            <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-t px-6 py-3 max-md:px-4 max-md:[&_button]:h-11 max-md:[&_button]:flex-1 max-md:[&_kbd]:hidden">
              {note !== undefined && (
                <p className="me-auto inline-flex items-center gap-1.5 text-12 text-meta max-md:w-full">{note}</p>
              )}
              {closeLabel !== null && (
                <Button onClick={onClose} disabled={busy}>
                  {closeLabel}
                </Button>
              )}
              {action}
            </footer>
          </>
        )}
      </div>
    </dialog>
  );
}

/** Keeps the scroll bar's space, so nothing jumps. */
function lockScroll(): () => void {
  const root = document.documentElement;
  if (root.scrollHeight <= root.clientHeight) return () => {};
  const { overflow, scrollbarGutter } = root.style;
  if (window.innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable';
  root.style.overflow = 'hidden';
  return () => {
    root.style.overflow = overflow;
    root.style.scrollbarGutter = scrollbarGutter;
  };
}
