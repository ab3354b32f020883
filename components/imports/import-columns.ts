import type { importSorts } from '@/lib/contract/imports';

type ImportSort = (typeof importSorts)[number];

export interface ImportColumn {
  key: string;
  title: string;
  width: number | undefined;
  num?: boolean;
  /** The column's sort key and its first direction. */
  sort?: { by: ImportSort; first: 'asc' | 'desc' };
}

export const importColumns: readonly ImportColumn[] = [
  { key: 'customer', title: 'Customer', width: undefined, sort: { by: 'username', first: 'asc' } },
  { key: 'tool', title: 'From', width: 110 },
  { key: 'status', title: 'Status', width: 238 },
  { key: 'since', title: 'In status', width: 92, num: true, sort: { by: 'since', first: 'asc' } },
  { key: 'warnings', title: 'Warnings', width: 78, num: true, sort: { by: 'warnings', first: 'desc' } },
  { key: 'decision', title: 'Decision', width: 156 },
  { key: 'seen', title: 'Seen', width: 78, num: true, sort: { by: 'seen', first: 'desc' } },
];

export const checkboxColumnWidth = 50;

/** Must match the row heights in the CSS, so that spacers have the right size. */
export const rowHeights = { desktop: 36, phone: 92 } as const;
export const headerHeight = 33;
