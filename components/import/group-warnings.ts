import type { Warning } from '@/lib/contract/imports';

export interface WarningGroup {
  /** Unique among the groups. */
  key: string;
  /** The words of the group: the one text all share, or the kind. */
  title: string;
  /** What the warnings are about, such as "Ticket"; null when it is not told. */
  about: string | null;
  warnings: readonly Warning[];
}

/**
 * By kind and kind of item, the largest first. Where no kind is told, the same text is the same kind. `search` keeps
 * the warnings that hold all of its words, wherever.
 */
export function groupWarnings(warnings: readonly Warning[], search = ''): WarningGroup[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Warning[]>();
  for (const warning of warnings) {
    const whole = `${warning.kind ?? ''} ${warning.item ?? ''} ${warning.text}`.toLowerCase();
    if (
      !wanted.every(
        (word) =>
          whole.includes(word) ||
          kindWords(warning.kind ?? '')
            .toLowerCase()
            .includes(word),
      )
    )
      continue;
    const key = JSON.stringify([warning.kind ?? warning.text, aboutOf(warning)]);
    const group = groups.get(key);
    if (group) group.push(warning);
    else groups.set(key, [warning]);
  }
  return [...groups]
    .map(([key, members]) => ({ key, title: titleOf(members), about: aboutOf(members[0]), warnings: members }))
    .sort((a, b) => b.warnings.length - a.warnings.length || (a.title < b.title ? -1 : 1));
}

function titleOf(members: readonly Warning[]): string {
  const [first] = members;
  if (!first) return '';
  if (first.kind === null || members.every(({ text }) => text === first.text)) return first.text;
  return kindWords(first.kind);
}

/** A code such as `attachment_too_large` reads as words; what is words already stays as it came. */
function kindWords(kind: string): string {
  if (!/^[a-z0-9]+([_.-][a-z0-9]+)*$/.test(kind)) return kind;
  const words = kind.replace(/[_.-]+/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** "ticket 10482" is about a ticket; an item that is a bare number or a sentence says nothing about its kind. */
function aboutOf(warning: Warning | undefined): string | null {
  const word = /^(\p{L}[\p{L}-]{1,30})[\s#:/]+\S+$/u.exec(warning?.item ?? '')?.[1];
  return word === undefined ? null : word.slice(0, 1).toUpperCase() + word.slice(1);
}
