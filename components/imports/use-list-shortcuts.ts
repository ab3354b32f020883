'use client';

import { useRouter } from 'next/navigation';
import { useLayoutEffect, type KeyboardEvent, type RefObject } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { importHref } from '../import/import-href';
import type { Shortcut } from '../shell/shortcut';
import { useShortcuts } from '../shell/use-shortcuts';
import { useEnvironment } from '../ui/use-environment';
import { keyLabels } from './labels';
import type { ListCursor } from './use-list-cursor';

/** Focuses the current row after a keyboard move, once it is rendered. */
export function useRowFocus(container: RefObject<HTMLElement | null>, cursor: ListCursor, options?: FocusOptions) {
  const { current, focusPending, markFocused } = cursor;
  useLayoutEffect(() => {
    if (!focusPending || current === null) return;
    const row = container.current?.querySelector<HTMLElement>(`tr[data-import="${CSS.escape(current)}"]`);
    row?.focus(options);
    if (row) markFocused();
  });
}

export function moveByArrowKeys(event: KeyboardEvent, cursor: ListCursor): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
  if (step === undefined || !(event.target instanceof HTMLElement) || event.target.tagName !== 'TR') return;
  event.preventDefault();
  cursor.move(step);
}

/** The keys of every list, followed by `extra` ones. `currentId` is the current row if it is in the list. */
export function useListShortcuts(
  group: string,
  cursor: ListCursor,
  currentId: string | undefined,
  extra: readonly Omit<Shortcut, 'group'>[],
  selectable = true,
) {
  const router = useRouter();
  const environment = useEnvironment();
  const { onSelect, onPreview } = cursor.rowActions;
  const withCurrent = (run: (id: string) => void) => () => {
    if (currentId !== undefined) run(currentId);
  };
  const shortcuts = [
    { keys: 'j', label: keyLabels.next, run: () => cursor.move(1) },
    { keys: 'k', label: keyLabels.previous, run: () => cursor.move(-1) },
    {
      keys: 'Enter',
      label: keyLabels.open,
      run: withCurrent((id) => router.push(envHref(importHref(id), environment))),
    },
    { keys: 'x', label: keyLabels.select, run: withCurrent((id) => selectable && onSelect(id, { range: false })) },
    { keys: ' ', label: keyLabels.preview, run: withCurrent(onPreview) },
    {
      keys: 'Escape',
      label: keyLabels.escape,
      run: () => {
        if (cursor.previewId === null) cursor.clearSelection();
        else cursor.closePreview();
      },
    },
    ...extra,
  ];
  useShortcuts(shortcuts.map((shortcut) => ({ ...shortcut, group })));
}
