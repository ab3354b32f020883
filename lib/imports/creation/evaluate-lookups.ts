import { z } from 'zod';

const attemptLookupSchema = z.object({ at: z.iso.datetime(), fresh: z.array(z.string()) });
export const attemptLookupsSchema = z.array(attemptLookupSchema);
export type AttemptLookup = z.infer<typeof attemptLookupSchema>;

/** Two empty lookups must be this far apart before the import counts as not created. */
export const lookupIntervalMs = 60_000;

export type Settlement =
  | { kind: 'adopt'; importId: string }
  | { kind: 'not_created' }
  | { kind: 'retry'; message: string }
  | { kind: 'manual'; message: string };

/** Several new ids, another open attempt, or unknown earlier ids: a person decides. */
export function evaluateLookups(
  knownIds: readonly string[] | null,
  lookups: readonly AttemptLookup[],
  otherAttempts: number,
): Settlement {
  if (knownIds === null) {
    return {
      kind: 'manual',
      message: 'We do not know which imports the customer had before, so a person has to look.',
    };
  }
  const latest = lookups.at(-1);
  if (latest === undefined) return { kind: 'retry', message: 'We are looking for it at the service.' };
  const [only, ...more] = latest.fresh;
  if (only !== undefined && more.length === 0) {
    if (otherAttempts === 0) return { kind: 'adopt', importId: only };
    return {
      kind: 'manual',
      message:
        'The customer has a new import, but more than one creation of theirs was lost; a person has to say whose it is.',
    };
  }
  if (more.length > 0) {
    return {
      kind: 'manual',
      message: `The customer has ${latest.fresh.length} new imports; a person has to say which one it is.`,
    };
  }
  const first = lookups.find((lookup) => lookup.fresh.length === 0);
  const apartMs = first === undefined ? 0 : Date.parse(latest.at) - Date.parse(first.at);
  return apartMs >= lookupIntervalMs
    ? { kind: 'not_created' }
    : { kind: 'retry', message: 'Nothing new at the service so far; we look again in a minute.' };
}
