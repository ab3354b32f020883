import { z } from 'zod';

const attemptLookupSchema = z.object({ at: z.iso.datetime(), fresh: z.array(z.string()) });
export const attemptLookupsSchema = z.array(attemptLookupSchema);
export type AttemptLookup = z.infer<typeof attemptLookupSchema>;

/** So far apart must two looks be that find nothing. */
export const lookupIntervalMs = 60_000;

export type Settlement =
  | { kind: 'adopt'; importId: string }
  | { kind: 'not_created' }
  | { kind: 'look_again'; message: string }
  | { kind: 'ask_person'; message: string };

/**
 * What the looks so far say about a lost creation. Exactly one new id is it; none in two looks a minute apart means
 * that nothing was made; several, another lost creation of the same customer, or no list from before to compare with,
 * is for a person.
 */
export function evaluateLookups(
  knownIds: readonly string[] | null,
  lookups: readonly AttemptLookup[],
  otherAttempts: number,
): Settlement {
  if (knownIds === null) {
    return {
      kind: 'ask_person',
      message: 'We do not know which imports the customer had before, so a person has to look.',
    };
  }
  const latest = lookups.at(-1);
  if (latest === undefined) return { kind: 'look_again', message: 'We are looking for it at the service.' };
  const [only, ...more] = latest.fresh;
  if (only !== undefined && more.length === 0) {
    if (otherAttempts === 0) return { kind: 'adopt', importId: only };
    return {
      kind: 'ask_person',
      message:
        'The customer has a new import, but more than one creation of theirs was lost; a person has to say whose it is.',
    };
  }
  if (more.length > 0) {
    return {
      kind: 'ask_person',
      message: `The customer has ${latest.fresh.length} new imports; a person has to say which one it is.`,
    };
  }
  const first = lookups.find((look) => look.fresh.length === 0);
  const apartMs = first === undefined ? 0 : Date.parse(latest.at) - Date.parse(first.at);
  return apartMs >= lookupIntervalMs
    ? { kind: 'not_created' }
    : { kind: 'look_again', message: 'Nothing new at the service so far; we look again in a minute.' };
}
