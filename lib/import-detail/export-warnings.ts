import { auditAccess } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { CsvCell } from '../contract/csv-line';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import { readImportDetail } from './read-import-detail';
import type { ImportsDeps } from '../imports/imports-deps';

export const warningsHeader: readonly string[] = ['kind', 'item', 'warning'];

export async function exportWarnings(
  deps: ImportsDeps,
  input: { caller: Caller; environment: Environment; importId: string },
): Promise<AsyncIterable<CsvCell[]>> {
  const { caller, environment, importId } = input;
  const detail = await readImportDetail(deps, environment, importId);
  if (!detail) throw new LandfallError('not_found');
  const after = { warnings: detail.warnings.length };
  await auditAccess(deps, { caller, action: 'warnings.exported', environment, subject: importId, after });
  return lines(detail.warnings);
}

async function* lines(warnings: readonly { kind: string | null; item: string | null; text: string }[]) {
  for (const { kind, item, text } of warnings) yield [kind, item, text];
}
