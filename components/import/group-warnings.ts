import type { Warning } from '@/lib/contract/imports';

export interface WarningGroup {
  /** Unique among the groups. */
  key: string;
  /** The words of the group: the one text all share, or the kind. */
  title: string;
  /** What the warnings are about, such as "Ticket"; null when it is not told. */
  itemType: string | null;
  warnings: readonly Warning[];
}

/**
 * By kind and kind of item, the largest first. Where no kind is told, the same text is the same kind. `search` keeps
 * the warnings that hold all of its words, wherever.
 */
export function groupWarnings(warnings: readonly Warning[], search = ''): WarningGroup[] {
  const searchTerms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Warning[]>();
  for (const warning of warnings) {
    const searchedText = `${warning.kind ?? ''} ${warning.item ?? ''} ${warning.text}`.toLowerCase();
    if (
      !searchTerms.every(
        (word) =>
          searchedText.includes(word) ||
          kindLabel(warning.kind ?? '')
            .toLowerCase()
            .includes(word),
      )
    )
      continue;
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

/** A code such as `attachment_too_large` reads as words; what is words already stays as it came. */
function kindLabel(kind: string): string {
  if (!/^[a-z0-9]+([_.-][a-z0-9]+)*$/.test(kind)) return kind;
  const label = kind.replace(/[_.-]+/g, ' ');
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** "ticket 10482" is about a ticket; an item that is a bare number or a sentence says nothing about its kind. */
function itemTypeOf(warning: Warning | undefined): string | null {
  const word = /^(\p{L}[\p{L}-]{1,30})[\s#:/]+\S+$/u.exec(warning?.item ?? '')?.[1];
  return word === undefined ? null : word.slice(0, 1).toUpperCase() + word.slice(1);
}
