import type { Warning } from '@/lib/contract/imports';

export interface WarningGroup {
  key: string;
  /** The text if all warnings share it, otherwise the kind. */
  title: string;
  /** Such as "Ticket"; null if unknown. */
  itemType: string | null;
  warnings: readonly Warning[];
}

/** Largest first. Without a kind, equal texts form a group. `search` keeps warnings that contain all its words. */
export function groupWarnings(warnings: readonly Warning[], search = ''): WarningGroup[] {
  const searchTerms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Warning[]>();
  for (const warning of warnings) {
    const kind = warning.kind ?? '';
    const searchedText = `${kind} ${kindLabel(kind)} ${warning.item ?? ''} ${warning.text}`.toLowerCase();
    if (!searchTerms.every((term) => searchedText.includes(term))) continue;
    const key = JSON.stringify([warning.kind ?? warning.text, itemTypeOf(warning)]);
    const group = groups.get(key);
    if (group) group.push(warning);
    else groups.set(key, [warning]);
  }
  return [...groups]
    .map(([key, grouped]) => ({ key, title: titleOf(grouped), itemType: itemTypeOf(grouped[0]), warnings: grouped }))
    .sort((a, b) => b.warnings.length - a.warnings.length || (a.title < b.title ? -1 : 1));
}

function titleOf(grouped: readonly Warning[]): string {
  const [first] = grouped;
  if (!first) return '';
  if (first.kind === null || grouped.every(({ text }) => text === first.text)) return first.text;
  return kindLabel(first.kind);
}

/** Makes codes such as `attachment_too_large` readable; other texts stay as they are. */
function kindLabel(kind: string): string {
  if (!/^[a-z0-9]+([_.-][a-z0-9]+)*$/.test(kind)) return kind;
  const label = kind.replace(/[_.-]+/g, ' ');
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** "ticket 10482" gives "ticket"; a bare number or a sentence gives nothing. */
function itemTypeOf(warning: Warning | undefined): string | null {
  const word = /^(\p{L}[\p{L}-]{1,30})[\s#:/]+\S+$/u.exec(warning?.item ?? '')?.[1];
  return word === undefined ? null : word.slice(0, 1).toUpperCase() + word.slice(1);
}
