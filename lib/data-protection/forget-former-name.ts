import { rawPurpose } from '../imports/observations/point-rows';
import { rederive } from '../imports/observations/rederive';
import type { Db } from '../store/database/database';
import { maintain } from '../store/database/maintain';
import { listObservedRows } from '../store/data-protection/observed-rows';
import { withMergedCounts } from '../store/imports/import-counts';
import { insertImportFacts } from '../store/imports/import-facts';
import { deleteConfirmations, insertObservations, lockImports, type ImportKey } from '../store/imports/observations';
import type { DataProtectionDeps } from './data-protection-deps';
import type { NameMatcher } from './name-matcher';

/** An import that now belongs to another customer keeps everything but what was observed under the erased name. */
export async function forgetFormerName(
  { cipher }: Pick<DataProtectionDeps, 'cipher'>,
  tx: Db,
  key: ImportKey,
  { isName, mentions, isIn }: NameMatcher,
): Promise<Record<string, number>> {
  const { environment, id } = key;
  await lockImports(tx, environment, [id]);
  const all = await listObservedRows(tx, key);
  const names = (value: unknown) => mentions(value) || (typeof value === 'string' && isName(value));
  const facts = all.facts.filter(({ value, by }) => !names(value) && !names(by));
  const observations = all.observations
    .filter(({ status, facts: given, reported, by }) => ![status, given, reported, by].some(names))
    .map((row) => {
      const raw = row.rawEncrypted && cipher.decrypt(rawPurpose, row.rawEncrypted)?.toString('utf8');
      return raw && isIn(raw) ? { ...row, rawEncrypted: null } : row;
    });
  const naming = all.confirmations.filter(({ status, reported, by }) => [status, reported, by].some(names));
  await maintain(tx, { action: 'delete_observed', args: { environment, ids: [id] } });
  await insertObservations(tx, observations);
  await insertImportFacts(tx, facts);
  await deleteConfirmations(tx, environment, naming);
  await withMergedCounts(tx, () => rederive(tx, environment, [id]));
  return {
    observations: all.observations.length - observations.length,
    import_facts: all.facts.length - facts.length,
    confirmations: naming.length,
  };
}
