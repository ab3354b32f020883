import type { Cipher } from '../../core/cipher';
import type { Db } from '../../store/database/database';
import { deleteErasures, insertErasures } from '../../store/data-protection/erasures';
import type { ImportKey } from '../../store/imports/observations';
import type { ObservationInput } from '../observations/observation-input';
import { finishedStatuses, statusKey } from '../recognise-status';
import { findMarks, listKnown, stringsIn, type FoundMarks } from './find-erased';

/** What may be stored, after `lockForObserving`: nothing about an erased import or customer, and no poll of an import that retention deleted. */
export async function dropErased(
  deps: { cipher: Cipher },
  tx: Db,
  inputs: readonly ObservationInput[],
  encryptedKey: Buffer,
): Promise<readonly ObservationInput[]> {
  const subjects = { usernames: usernamesIn(inputs), imports: inputs.map(keyOf) };
  const marks = await findMarks(deps, tx, encryptedKey, subjects);
  if (!marks) return inputs;
  const ofErasedCustomer = await findImportsOfErased(tx, marks, inputs);
  const isErased = (input: ObservationInput) =>
    ofErasedCustomer.has(nameOf(keyOf(input))) || marks.ofImport(keyOf(input))?.kind === 'import';
  const kept = inputs.filter((input) => !isErased(input) && !isPruned(marks, input));
  await deleteErasures(
    tx,
    kept.flatMap((input) => marks.ofImport(keyOf(input))?.fingerprint ?? []),
  );
  // A response that names an erased customer or import is not kept for the others in it.
  const ofErased = new Set(inputs.filter(isErased).map(({ raw }) => raw));
  return kept.map(({ raw, ...input }) =>
    raw === undefined || ofErased.has(raw) || namesErased(marks, raw) ? input : { ...input, raw },
  );
}

/**
 * Imports that belong to an erased customer. If the report says so, they are recognised by their id from now on, since not
 * every report names the customer. A response that only contains the name may be about another import: it is dropped if
 * that import is not stored.
 */
async function findImportsOfErased(
  tx: Db,
  marks: FoundMarks,
  inputs: readonly ObservationInput[],
): Promise<ReadonlySet<string>> {
  const named = inputs.filter(({ about, raw }) =>
    about?.username === undefined ? raw !== undefined && namesErased(marks, raw) : marks.ofUsername(about.username),
  );
  if (named.length === 0) return new Set();
  const known = await listKnown(tx, named.map(keyOf));
  const isUnknown = (key: ImportKey) => !known.has(nameOf(key));
  const certain = named.filter(({ about }) => about?.username !== undefined).map(keyOf);
  const at = named[0]?.seenAt ?? new Date(0);
  await insertErasures(tx, certain.filter(isUnknown).map(marks.fingerprintOf), { kind: 'import', at });
  return new Set([...named.map(keyOf).filter(isUnknown), ...certain].map(nameOf));
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

function namesErased(marks: FoundMarks, response: string | Uint8Array): boolean {
  return stringsIn(response).some((text) => marks.ofUsername(text) !== undefined);
}

function isPruned(marks: FoundMarks, input: ObservationInput): boolean {
  return marks.ofImport(keyOf(input))?.kind === 'pruned' && isPoll(input) && isFinished(input);
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

function nameOf({ environment, id }: ImportKey): string {
  return `${environment} ${id}`;
}
