'use client';

import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from './button';
import type { ButtonStyle } from './button-classes';
import { cx } from './cx';
import { Icon, type IconName } from './icon';
import { usePopup } from './use-popup';

export type MenuItem =
  | {
      key: string;
      label: ReactNode;
      icon?: IconName | undefined;
      disabled?: boolean | undefined;
      onSelect: () => void;
    }
  | 'separator';

const itemClasses = cx(
  'flex h-8 w-full items-center gap-2 rounded-1 px-2 text-start whitespace-nowrap outline-none max-md:h-11',
  'focus:bg-press aria-disabled:cursor-not-allowed aria-disabled:text-meta forced-colors:focus:outline-2',
);

/** ARIA menu pattern: arrows, Home and End move, a letter jumps, Tab and Escape close. */
export function Menu({ label, items, ...buttonStyle }: ButtonStyle & { label: string; items: readonly MenuItem[] }) {
  const { open, popup, trigger, triggerProps, popupProps, close } = usePopup({ align: 'end' });

  const entries = () => [...(popup.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  useEffect(() => {
    if (open) popup.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [open, popup]);

  function move(event: KeyboardEvent) {
    const all = entries();
    const at = all.findIndex((entry) => entry === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all.at(to % all.length)?.focus();
    } else if (event.key === 'Tab') {
      close();
    } else if (/^\p{L}$/u.test(event.key)) {
      const starts = (entry: HTMLElement) =>
        entry.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase());
      [...all.slice(at + 1), ...all.slice(0, at + 1)].find(starts)?.focus();
    }
    // Keep letters from triggering page shortcuts.
    event.stopPropagation();
  }

  return (
    <>
      <Button
        {...buttonStyle}
        {...triggerProps}
        aria-haspopup="menu"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          trigger.current?.click();
        }}
      >
        {label}
      </Button>
      <div {...popupProps} className={cx(popupProps.className, 'p-1')} role="menu" aria-label={label} onKeyDown={move}>
        {open &&
          items.map((item, index) =>
            item === 'separator' ? (
              <hr key={`separator-${index}`} className="-mx-1 my-1 border-t" />
            ) : (
              <Entry key={item.key} item={item} close={close} />
            ),
          )}
      </div>
    </>
  );
}

function Entry({ item, close }: { item: Exclude<MenuItem, 'separator'>; close: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={itemClasses}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      aria-disabled={item.disabled ?? false}
      onClick={() => {
        if (item.disabled) return;
        close();
        item.onSelect();
      }}
    >
      {item.icon && <Icon name={item.icon} size={14} className="text-meta" />}
      <span className="flex-1">{item.label}</span>
    </button>
  );
}
