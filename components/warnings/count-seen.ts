import { createWarningMatcher } from '@/lib/contract/match-warning';
import { kindLabel, patternWords, warningLabel, warningPattern } from '@/lib/contract/warning-pattern';
import type { SeenWarnings, WarningRule } from '@/lib/contract/warning-rules';

type Seen = SeenWarnings['warnings'][number];
type Matchable = Pick<WarningRule, 'id' | 'name' | 'kinds' | 'texts'>;

/** Warnings of one kind. `label` has no personal data. */
export interface SeenGroup {
  label: string;
  count: number;
  example: Seen;
}

/** How many of the warnings each rule explains, and those without a rule by kind, the most frequent first. */
export function countSeen(rules: readonly Matchable[], warnings: readonly Seen[]) {
  const ruleOf = createWarningMatcher(rules);
  const byRule = new Map<string, number>();
  const unmatched: Seen[] = [];
  for (const warning of warnings) {
    const rule = ruleOf(warning);
    if (rule) byRule.set(rule.id, (byRule.get(rule.id) ?? 0) + warning.count);
    else unmatched.push(warning);
  }
  return { byRule, unmatched: groupSeen(unmatched) };
}

/** What a rule matches, and which of that the rules before it explain already. */
export function previewRule(rule: Matchable, earlier: readonly Matchable[], warnings: readonly Seen[]) {
  const matches = createWarningMatcher([rule]);
  const earlierRuleOf = createWarningMatcher(earlier);
  const matched = warnings.filter((warning) => matches(warning) !== undefined);
  const taken = matched.filter((warning) => earlierRuleOf(warning) !== undefined);
  return {
    total: sum(warnings),
    matched: sum(matched),
    groups: groupSeen(matched),
    taken: sum(taken),
    takenBy: [...new Set(taken.map((warning) => earlierRuleOf(warning)?.name ?? ''))],
  };
}

/** What a new rule needs to match the warnings of a group. */
export function matchOfGroup({ label, example }: SeenGroup): Pick<WarningRule, 'name' | 'kinds' | 'texts'> {
  const name = label.slice(0, 100);
  const { kind } = example;
  // A kind that holds a name, such as the key of a map, is different for every customer.
  if (kind !== null && kind.length <= 100 && kindLabel(kind) === label) return { name, kinds: [kind], texts: [] };
  const words = patternWords(warningPattern(example.text)).slice(0, 200);
  return { name, kinds: [], texts: words === '' ? [] : [words] };
}

function groupSeen(warnings: readonly Seen[]): SeenGroup[] {
  const groups = new Map<string, SeenGroup>();
  for (const warning of warnings) {
    const label = warningLabel(warning);
    const group = groups.get(label);
    if (group) group.count += warning.count;
    else groups.set(label, { label, count: warning.count, example: warning });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

const sum = (warnings: readonly Seen[]) => warnings.reduce((total, { count }) => total + count, 0);
