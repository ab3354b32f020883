import { createWarningMatcher } from '../../contract/match-warning';
import { severities } from '../../contract/rule-texts';
import type { CustomerRule } from '../../contract/warning-rules';
import { groupBy } from '../../core/group-by';
import { findReporter } from '../../import-detail/read-import-detail';
import { toStoredPoint } from '../../imports/observations/point-rows';
import { foldPoints } from '../../imports/timeline/fold-points';
import type { Db } from '../../store/database/database';
import { readImportHistories } from '../../store/imports/import-history';
import { countWarnings } from '../../store/outbox/warning-counts';
import { readWarningRules, toCustomerRule } from '../../warnings/warning-rules';

export type ExplainedWarnings = readonly { rule: CustomerRule; count: number }[];

/** By import: how many of its warnings each rule explains, the most serious first. */
export async function readExplainedWarnings(
  tx: Db,
  importIds: readonly string[],
): Promise<Map<string, ExplainedWarnings>> {
  if (importIds.length === 0) return new Map();
  const reporters = (await readImportHistories(tx, 'live', importIds)).flatMap(({ record, points: rows }) => {
    const points = rows.map(toStoredPoint);
    const reporter = findReporter(points, foldPoints(points), 'warnings');
    return reporter ? [{ importId: record.id, fingerprint: reporter.fingerprint }] : [];
  });
  const match = createWarningMatcher((await readWarningRules(tx)).rules.map(toCustomerRule));
  const counted = groupBy(await countWarnings(tx, reporters), ({ importId }) => importId);
  return new Map(
    [...counted].map(([importId, warnings]) => {
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

const urgency = ({ rule }: { rule: CustomerRule }) => severities.indexOf(rule.severity);
