import type { Warning } from '@/lib/contract/imports';
import { createWarningMatcher } from '@/lib/contract/match-warning';
import { kindLabel, warningPattern } from '@/lib/contract/warning-pattern';
import type { Severity } from '@/lib/contract/rule-texts';
import type { WarningRule } from '@/lib/contract/warning-rules';

export type GroupRule = Pick<WarningRule, 'id' | 'severity' | 'kinds' | 'texts'>;

export interface WarningGroup<Rule extends GroupRule = GroupRule> {
  key: string;
  /** The text if all warnings share it, otherwise the kind or what the texts have in common. */
  title: string;
  /** Such as "Ticket"; null if unknown. */
  itemType: string | null;
  /** Explains all of them. */
  rule: Rule | undefined;
  warnings: readonly Warning[];
}

/** A warning without an explanation may be as important as one to check. */
const urgency: Record<Severity, number> = { info: 0, check: 1, action: 2 };

/**
 * The most urgent first, then the largest. Without a kind, texts that differ only in names and numbers form a group.
 * `search` keeps warnings that contain all its words. All warnings of a rule for which `byRule` is true form one group.
 */
export function groupWarnings<Rule extends GroupRule>(
  warnings: readonly Warning[],
  rules: readonly Rule[],
  { search = '', byRule = () => false }: { search?: string; byRule?: (rule: Rule) => boolean } = {},
): WarningGroup<Rule>[] {
  const ruleOf = createWarningMatcher(rules);
  const searchTerms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, { rule: Rule | undefined; grouped: Warning[] }>();
  for (const warning of warnings) {
    const kind = warning.kind ?? '';
    const searchedText = `${kind} ${kindLabel(kind)} ${warning.item ?? ''} ${warning.text}`.toLowerCase();
    if (!searchTerms.every((term) => searchedText.includes(term))) continue;
    const rule = ruleOf(warning);
    const ofService = [warning.kind ?? warningPattern(warning.text), warning.kind === null, itemTypeOf(warning)];
    const key = JSON.stringify([rule?.id ?? null, ...(rule && byRule(rule) ? [] : ofService)]);
    const group = groups.get(key);
    if (group) group.grouped.push(warning);
    else groups.set(key, { rule, grouped: [warning] });
  }
  const urgencyOf = ({ rule }: WarningGroup<Rule>) => urgency[rule?.severity ?? 'check'];
  return [...groups]
    .map(([key, { rule, grouped }]) => ({
      key,
      title: titleOf(grouped),
      itemType: itemTypeOf(grouped[0]),
      rule,
      warnings: grouped,
    }))
    .sort(
      (a, b) => urgencyOf(b) - urgencyOf(a) || b.warnings.length - a.warnings.length || (a.title < b.title ? -1 : 1),
    );
}

function titleOf(grouped: readonly Warning[]): string {
  const [first] = grouped;
  if (!first) return '';
  if (grouped.every(({ text }) => text === first.text)) return first.text;
  return first.kind === null ? warningPattern(first.text) : kindLabel(first.kind);
}

/** "ticket 10482" gives "ticket"; a bare number or a sentence gives nothing. */
function itemTypeOf(warning: Warning | undefined): string | null {
  const word = /^(\p{L}[\p{L}-]{1,30})[\s#:/]+\S+$/u.exec(warning?.item ?? '')?.[1];
  return word === undefined ? null : word.slice(0, 1).toUpperCase() + word.slice(1);
}
