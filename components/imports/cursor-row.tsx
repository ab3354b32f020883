'use client';

import Link from 'next/link';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { importHref } from '../import/import-href';
import { customerHref } from '../shell/customer-link';
import { breakBeforeAt } from '../ui/break-before-at';
import { BareCheckbox } from '../ui/checkbox';
import { Icon } from '../ui/icon';
import { Num } from '../ui/number';
import { None, Tr } from '../ui/table';
import { useEnvironment } from '../ui/use-environment';
import { useHydrated } from '../ui/use-hydrated';
import { tableLabels } from './labels';
import type { ListCursor, RowActions } from './use-list-cursor';

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
  // The link is only shown under the pointer, so the server's HTML has none.
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
