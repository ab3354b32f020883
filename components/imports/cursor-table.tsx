'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import {
  useLayoutEffect,
  useSyncExternalStore,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { envHref } from '@/lib/contract/env-href';
import { importHref } from '../import/import-href';
import { customerHref } from '../shell/customer-link';
import type { Shortcut } from '../shell/shortcut';
import { useShortcuts } from '../shell/use-shortcuts';
import { breakBeforeAt } from '../ui/break-before-at';
import { Button } from '../ui/button';
import { BareCheckbox } from '../ui/checkbox';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { Num } from '../ui/number';
import { None, Tr } from '../ui/table';
import type { ListCursor, RowActions } from './use-list-cursor';
import { useEnvironment } from '../ui/use-environment';
import { keyLabels, selectionLabels, tableLabels } from './labels';

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

/** Floats over the end of the list, so nothing moves. */
export function SelectionBarFrame({
  count,
  className,
  onClear,
  children,
}: {
  count: number;
  className: string;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <div
      role="region"
      aria-label={selectionLabels.region}
      className={cx(
        'absolute bottom-14 z-3 flex w-max max-w-[calc(100%-32px)] items-center gap-1 rounded-3 bg-overlay py-1.5 ps-4 pe-1.5 text-13 shadow-lift motion-safe:animate-rise max-md:hidden',
        className,
      )}
    >
      <span role="status" className="me-2 font-strong tabular-nums">
        <Num value={count} /> {selectionLabels.selected}
      </span>
      {children}
      <Button variant="ghost" size="sm" onClick={onClear}>
        {selectionLabels.clear} <Kbd>{selectionLabels.clearKey}</Kbd>
      </Button>
    </div>
  );
}

export function SelectAllCheckbox({
  label,
  allSelected,
  cursor,
}: {
  label: string;
  allSelected: boolean;
  cursor: ListCursor;
}) {
  return (
    <BareCheckbox
      label={label}
      checked={allSelected}
      mixed={!allSelected && cursor.selected.size > 0}
      onChange={() => cursor.selectAll(!allSelected)}
    />
  );
}

export type CursorRowProps = ReturnType<typeof cursorRowProps>;

/** `tabStopId` is the row that Tab moves to. */
export function cursorRowProps(id: string, cursor: ListCursor, tabStopId: string | null | undefined) {
  return {
    current: id === cursor.current,
    tabStop: id === tabStopId,
    previewed: id === cursor.previewId,
    selected: cursor.selected.has(id),
    actions: cursor.rowActions,
  };
}

/** A click outside links and controls opens the preview. */
export function CursorRow({
  id,
  tabStop,
  previewed,
  selected,
  actions,
  className,
  ...rest
}: CursorRowProps & ComponentProps<typeof Tr> & { id: string }) {
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, label, input')) return;
    if (window.getSelection()?.toString()) return;
    actions.onPreview(id);
  };
  return (
    <Tr
      selected={selected || previewed}
      data-import={id}
      tabIndex={tabStop ? 0 : -1}
      onFocus={() => actions.onFocusRow(id)}
      onClick={onClick}
      className={className}
      {...rest}
    />
  );
}

export function RowCheckbox({
  id,
  name,
  selected,
  actions,
}: {
  id: string;
  name: string;
  selected: boolean;
  actions: RowActions;
}) {
  return (
    <BareCheckbox
      label={tableLabels.select(name)}
      checked={selected}
      // Shift selects a range, and only the mouse event has the modifier.
      onChange={(event) =>
        actions.onSelect(id, { range: event.nativeEvent instanceof window.MouseEvent && event.nativeEvent.shiftKey })
      }
      tabIndex={-1}
    />
  );
}

/** Opens the import; Enter on the row does the same, so Tab skips it. Beside it, a link to the customer. */
export function RowLink({
  id,
  username,
  tabStop,
  tags = [],
}: {
  id: string;
  username: string | null;
  tabStop: boolean;
  tags?: readonly string[];
}) {
  const environment = useEnvironment();
  const hydrated = useHydrated();
  return (
    <span className="row-customer">
      <Link href={envHref(importHref(id), environment)} prefetch={false} tabIndex={-1} className="row-link">
        {username === null ? id : breakBeforeAt(username)}
      </Link>
      {username === null && <span className="text-12 text-meta">{tableLabels.unknownCustomer}</span>}
      {tags.length > 0 && <RowTags tags={tags} />}
      {username !== null && hydrated && (
        <Link
          href={envHref(customerHref(username), environment)}
          prefetch={false}
          tabIndex={tabStop ? 0 : -1}
          aria-label={tableLabels.customerPage}
          className="row-customer-page"
        />
      )}
    </span>
  );
}

const shownTags = 2;

function RowTags({ tags }: { tags: readonly string[] }) {
  const more = tags.length - shownTags;
  return (
    <span className="row-tags" {...(more > 0 && { 'data-tip': tags.join(', ') })}>
      <span className="sr-only">{tableLabels.tags}</span>
      {tags.slice(0, shownTags).join(', ')}
      {more > 0 && tableLabels.moreTags(more)}
    </span>
  );
}

const subscribeToNothing = () => () => undefined;

/** False in the HTML from the server, which need not have what is only shown under the pointer. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

export function WarningCount({ count, children }: { count: number; children?: ReactNode }) {
  if (count === 0) {
    return <None className="max-md:invisible" />;
  }
  return (
    <span className="row-text gap-1.25">
      <Icon name="warning" size={13} className="text-turn" />
      <Num value={count} />
      {children}
    </span>
  );
}
