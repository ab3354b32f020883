import type { Cipher } from '../../core/cipher';
import type { Db } from '../../store/database/database';
import { deleteErasures, lockErasures } from '../../store/data-protection/erasures';
import type { ObservationInput } from '../observations/observation-input';
import { finishedStatuses, statusKey } from '../recognise-status';
import { findErased, stringsIn, type FoundMarks, type ImportKey } from './find-erased';

/** What may be stored: nothing about an erased import or customer, and no poll of an import that retention deleted. */
export async function dropErased(
  deps: { cipher: Cipher },
  tx: Db,
  inputs: readonly ObservationInput[],
): Promise<readonly ObservationInput[]> {
  await lockErasures(tx, 'shared');
  const marks = await findErased(deps, tx, { usernames: usernamesIn(inputs), imports: inputs.map(keyOf) });
  if (!marks) return inputs;
  const kept = inputs.filter((input) => !isDropped(marks, input));
  const restored = kept.flatMap((input) => marks.ofImport(keyOf(input))?.fingerprint ?? []);
  await deleteErasures(tx, restored);
  // The response that named an erased import names it in the entries beside it, too.
  return kept.length === inputs.length ? kept : kept.map(({ raw: _raw, ...input }) => input);
}

/** Lazily, so that responses are not parsed before the first erasure. */
function* usernamesIn(inputs: readonly ObservationInput[]): Generator<string> {
  const responses = new Set<string | Uint8Array>();
  for (const { about, raw } of inputs) {
    if (about?.username !== undefined) yield about.username;
    if (raw !== undefined) responses.add(raw);
  }
  for (const response of responses) yield* stringsIn(response);
}

function isDropped(marks: FoundMarks, input: ObservationInput): boolean {
  const mark = marks.ofImport(keyOf(input));
  if (mark?.kind === 'import') return true;
  const { about, raw } = input;
  if (about?.username !== undefined && marks.ofUsername(about.username)) return true;
  if (raw !== undefined && stringsIn(raw).some((text) => marks.ofUsername(text))) return true;
  return mark?.kind === 'pruned' && isPoll(input) && isFinished(input);
}

function isPoll({ source }: ObservationInput): boolean {
  return source === 'watcher' || source === 'webhook';
}

function isFinished({ gone, status }: ObservationInput): boolean {
  return gone === true || status === null || finishedStatuses.includes(statusKey(status));
}

function keyOf({ environment, importId }: ObservationInput): ImportKey {
  return { environment, id: importId };
}
