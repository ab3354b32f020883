import type { EditableText } from '@/lib/contract/texts';
import { groupLabels, otherGroup } from './labels';

/** The texts that match all words, by screen. */
export function groupTexts(
  texts: readonly EditableText[],
  { query, onlyChanged }: { query: string; onlyChanged: boolean },
): { title: string; texts: EditableText[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = texts.filter(({ key, shipped, own }) => {
    const searched = `${key} ${shipped ?? ''} ${own ?? ''}`.toLowerCase();
    return (!onlyChanged || own !== null) && words.every((word) => searched.includes(word));
  });
  const titleOf = ({ key }: EditableText) =>
    groupLabels.find(({ prefixes }) => prefixes.includes(key.split('.', 1)[0] ?? ''))?.title ?? otherGroup;
  return [...groupLabels.map(({ title }) => title), otherGroup]
    .map((title) => ({ title, texts: matching.filter((text) => titleOf(text) === title) }))
    .filter((group) => group.texts.length > 0);
}
