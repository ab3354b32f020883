import { createWarningMatcher } from '../../contract/match-warning';
import { severities } from '../../contract/rule-texts';
import type { CustomerRule } from '../../contract/warning-rules';
import { groupBy } from '../../core/group-by';
import { findReporter } from '../../import-detail/read-import-detail';
import { toStoredPoint } from '../../imports/observations/point-rows';
import { foldPoints } from '../../imports/timeline/fold-points';
import type { Db } from '../../store/database/database';
import { listPoints } from '../../store/imports/observations';
import { countWarnings } from '../../store/outbox/warning-counts';
import { readWarningRules, toCustomerRule } from '../../warnings/warning-rules';

export type ExplainedWarnings = readonly { rule: CustomerRule; count: number }[];

/** How many warnings of each import each rule explains, the most serious first. */
export async function readExplainedWarnings(
  tx: Db,
  importIds: readonly string[],
): Promise<Map<string, ExplainedWarnings>> {
  if (importIds.length === 0) return new Map();
  const pointRows = groupBy(await listPoints(tx, 'live', importIds), ({ importId }) => importId);
  const reporters = [...pointRows].flatMap(([importId, rows]) => {
    const points = rows.map(toStoredPoint);
    const reporter = findReporter(points, foldPoints(points), 'warnings');
    return reporter ? [{ importId, fingerprint: reporter.fingerprint }] : [];
  });
  const match = rememberMatches(createWarningMatcher((await readWarningRules(tx)).rules.map(toCustomerRule)));
  return new Map(
    [...(await countWarnings(tx, reporters))].map(([importId, warnings]) => {
      const counts = new Map<CustomerRule, number>();
      for (const { count, ...warning } of warnings) {
        const rule = match(warning);
        if (rule) counts.set(rule, (counts.get(rule) ?? 0) + count);
      }
      const explained = [...counts].map(([rule, count]) => ({ rule, count }));
      return [importId, explained.sort((a, b) => urgency(b) - urgency(a) || b.count - a.count)];
    }),
  );
}

type Match = ReturnType<typeof createWarningMatcher<CustomerRule>>;

/** The same warnings appear in many imports. */
function rememberMatches(match: Match): Match {
  const known = new Map<string, CustomerRule | undefined>();
  return (warning) => {
    const name = `${warning.kind ?? ''}\n${warning.text}`;
    if (!known.has(name)) known.set(name, match(warning));
    return known.get(name);
  };
}

const urgency = ({ rule }: { rule: CustomerRule }) => severities.indexOf(rule.severity);
