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
      message: 'We do not know which imports the customer had before. Check them and decide.',
    };
  }
  const latest = lookups.at(-1);
  if (latest === undefined) return { kind: 'retry', message: 'We are checking the customer’s imports.' };
  const [only, ...more] = latest.fresh;
  if (only !== undefined && more.length === 0) {
    if (otherAttempts === 0) return { kind: 'adopt', importId: only };
    return {
      kind: 'manual',
      message:
        'The customer has a new import, but several requests got no reply. Choose the attempt that it belongs to.',
    };
  }
  if (more.length > 0) {
    return {
      kind: 'manual',
      message: `The customer has ${latest.fresh.length} new imports. Choose the right one.`,
    };
  }
  const first = lookups.find((lookup) => lookup.fresh.length === 0);
  const apartMs = first === undefined ? 0 : Date.parse(latest.at) - Date.parse(first.at);
  return apartMs >= lookupIntervalMs
    ? { kind: 'not_created' }
    : { kind: 'retry', message: 'No new import so far. We check again in a minute.' };
}
