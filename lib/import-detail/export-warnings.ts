import { auditAccess } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { CsvCell } from '../contract/csv-line';
import type { Environment } from '../contract/environment';
import type { ImportDetail } from '../contract/imports';
import { createWarningMatcher } from '../contract/match-warning';
import { LandfallError } from '../core/errors';
import { readImportDetail } from './read-import-detail';
import type { ImportsDeps } from '../imports/imports-deps';

export const warningsHeader: readonly string[] = ['kind', 'item', 'warning', 'severity', 'explanation', 'fix'];

export async function exportWarnings(
  deps: ImportsDeps,
  input: { caller: Caller; environment: Environment; importId: string },
): Promise<AsyncIterable<CsvCell[]>> {
  const { caller, environment, importId } = input;
  const detail = await readImportDetail(deps, environment, importId);
  if (!detail) throw new LandfallError('not_found');
  const after = { warnings: detail.warnings.length };
  await auditAccess(deps, { caller, action: 'warnings.exported', environment, subject: importId, after });
  return lines(detail);
}

async function* lines({ warnings, warningRules }: ImportDetail) {
  const ruleOf = createWarningMatcher(warningRules);
  for (const warning of warnings) {
    const { kind, item, text } = warning;
    const rule = ruleOf(warning);
    yield [kind, item, text, rule?.severity ?? null, rule?.explanation ?? null, rule?.fix ?? null];
  }
}
