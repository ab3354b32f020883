import type { CSSProperties } from 'react';
import type { ImportCounts, importSorts } from '@/lib/contract/imports';
import { tableLabels } from './labels';

type ImportSort = (typeof importSorts)[number];

export interface ImportColumn {
  key: string;
  title: string;
  /** The customer takes the rest. Tool and status grow with the table until their longest text fits. */
  className?: string;
  num?: boolean;
  /** The column's sort key and its first direction. */
  sort?: { by: ImportSort; first: 'asc' | 'desc' };
}

export const checkboxColumnClass = 'w-12.5';

export const importColumns: readonly ImportColumn[] = [
  { key: 'customer', title: tableLabels.customer, sort: { by: 'username', first: 'asc' } },
  { key: 'tool', title: tableLabels.from, className: 'w-[clamp(132px,34cqw-230px,var(--tool-width))]' },
  { key: 'status', title: tableLabels.status, className: 'w-[clamp(240px,20cqw,var(--status-width))]' },
  { key: 'since', title: tableLabels.since, className: 'w-23', num: true, sort: { by: 'since', first: 'asc' } },
  {
    key: 'warnings',
    title: tableLabels.warnings,
    className: 'w-20',
    num: true,
    sort: { by: 'warnings', first: 'desc' },
  },
  // Beside an open preview, which has it too, names need the room.
  { key: 'decision', title: tableLabels.decision, className: 'w-43 ps-2! @max-[1080px]:w-48 @max-[920px]:hidden' },
  {
    key: 'seen',
    title: tableLabels.seen,
    // The preview has it too.
    className: 'w-20 @max-[1080px]:hidden',
    num: true,
    sort: { by: 'seen', first: 'desc' },
  },
];

const pxPerCharacter = 7;
const toolPadding = { tile: 26, cell: 16 };
const statusPadding = { icon: 21, cell: 16 };

/** From all tools and statuses rather than the loaded rows, so that columns keep their widths while scrolling. */
export function columnWidths({ tools, byStatus }: Pick<ImportCounts, 'tools' | 'byStatus'>): CSSProperties {
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length)) * pxPerCharacter;
  const tool = longest(tools) + toolPadding.tile + toolPadding.cell;
  const status = longest(byStatus.map(({ status: { text } }) => text)) + statusPadding.icon + statusPadding.cell;
  return {
    '--tool-width': `${Math.min(tool, 320)}px`,
    '--status-width': `${Math.min(status, 480)}px`,
  } as CSSProperties;
}

/** Must match the row heights in the CSS, so that spacers have the right size. */
export const rowHeights = { desktop: 36, phone: 92 } as const;
export const headerHeight = 33;
