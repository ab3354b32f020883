import type { CreateImportAnswer } from '../../contract/imports';
import { LandfallError } from '../../core/errors';
import { getAttempt } from '../../store/creation-attempts';
import { resultOf } from './create-import';
import type { CreationParts } from './creation-parts';
import { toCreateAnswer } from './to-create-answer';

/** As long as the person who created it may still be handing the address over. Later, each showing is written down. */
const handOverMs = 30 * 60_000;

/** What became of an attempt, for the person who made it: the wizard's last page loaded again shows the same. */
export async function readAttempt(
  parts: CreationParts,
  input: { attempt: string; staffId: string },
): Promise<CreateImportAnswer> {
  const row = await getAttempt(parts.database.db, input.attempt);
  if (!row || row.staffId !== input.staffId) throw new LandfallError('not_found');
  const result = await resultOf(parts, row);
  const ageMs = parts.clock.now().getTime() - (row.answeredAt ?? row.createdAt).getTime();
  return toCreateAnswer(ageMs <= handOverMs ? result : { ...result, redirectUrl: null });
}
