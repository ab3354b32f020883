import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import { tableLabels } from './labels';

// The parts of a table have explicit roles, because a stacked table loses the native ones on a phone.

/** `list` has a sticky head and 36 px rows; `plain` is for tables inside a page. */
export function Table({
  label,
  variant = 'list',
  widths,
  stack = false,
  rowCount,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'table'>, 'aria-label'> & {
  /** The accessible name. */
  label: string;
  variant?: 'list' | 'plain' | undefined;
  /** In pixels; columns that are undefined share the rest. */
  widths?: readonly (number | undefined)[] | undefined;
  /** On a phone, rows become blocks; those of a plain table become cards (`card-table`). */
  stack?: boolean | undefined;
  rowCount?: number | undefined;
}) {
  return (
    <table
      role="table"
      aria-label={label}
      aria-rowcount={rowCount}
      className={cx(
        'w-full table-fixed border-separate border-spacing-0 text-13',
        variant === 'list' ? 'list-table' : 'plain-table',
        stack && 'max-md:block max-md:[&_colgroup]:hidden max-md:[&_tbody]:block max-md:[&_thead]:sr-only',
        stack && variant === 'plain' && 'card-table',
        className,
      )}
      {...rest}
    >
      {widths && (
        <colgroup>
          {widths.map((width, index) => (
            // Columns have no key other than their position.
            <col key={index} width={width} />
          ))}
        </colgroup>
      )}
      {children}
    </table>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup">
      <tr role="row">{children}</tr>
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody role="rowgroup">{children}</tbody>;
}

export function Th({
  num = false,
  sorted,
  className,
  children,
}: {
  num?: boolean | undefined;
  sorted?: 'ascending' | 'descending' | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sorted}
      className={cx('text-12 font-normal text-meta', num ? 'text-end' : 'text-start', className)}
    >
      {children}
    </th>
  );
}

/** `selected`: ticked or previewed; `current`: the keyboard position. */
export function Tr({
  selected = false,
  current = false,
  index,
  className,
  ...rest
}: ComponentProps<'tr'> & {
  selected?: boolean | undefined;
  current?: boolean | undefined;
  /** Position in the full list, counted from 1 with the head as row 1. */
  index?: number | undefined;
}) {
  return (
    <tr
      role="row"
      aria-rowindex={index}
      {...(selected && { 'data-selected': '' })}
      {...(current && { 'data-current': '' })}
      className={cx('group/row list-row', className)}
      {...rest}
    />
  );
}

export function Td({
  num = false,
  tone,
  label,
  className,
  ...rest
}: ComponentProps<'td'> & {
  num?: boolean | undefined;
  tone?: 'ink-2' | 'meta' | undefined;
  /** The title of the column, shown before the value where the row is a card. */
  label?: string | undefined;
}) {
  return (
    <td
      role="cell"
      data-label={label}
      className={
        cx(
          num && 'text-end tabular-nums',
          tone === 'ink-2' && 'text-ink-2',
          tone === 'meta' && 'text-meta',
          className,
        ) || undefined
      }
      {...rest}
    />
  );
}

export function TableSpacer({ heightPx, columns }: { heightPx: number; columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden className="max-md:block [&>td]:border-0 max-md:[&>td]:block">
      <td colSpan={columns} style={{ height: heightPx }} />
    </tr>
  );
}

export function None({ className }: { className?: string }) {
  return (
    <span role="img" aria-label={tableLabels.none} className={cx('text-meta', className)}>
      –
    </span>
  );
}
