import { z } from 'zod';

const lookSchema = z.object({ at: z.iso.datetime(), fresh: z.array(z.string()) });
export const looksSchema = z.array(lookSchema);
export type Look = z.infer<typeof lookSchema>;

/** So far apart must two looks be that find nothing. */
export const minuteMs = 60_000;

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
export function judgeLooks(knownIds: readonly string[] | null, looks: readonly Look[], rivals: number): Settlement {
  if (knownIds === null) {
    return {
      kind: 'ask_person',
      message: 'We do not know which imports the customer had before, so a person has to look.',
    };
  }
  const latest = looks.at(-1);
  if (latest === undefined) return { kind: 'look_again', message: 'We are looking for it at the service.' };
  const [only, ...more] = latest.fresh;
  if (only !== undefined && more.length === 0) {
    if (rivals === 0) return { kind: 'adopt', importId: only };
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
  const first = looks.find((look) => look.fresh.length === 0);
  const apartMs = first === undefined ? 0 : Date.parse(latest.at) - Date.parse(first.at);
  return apartMs >= minuteMs
    ? { kind: 'not_created' }
    : { kind: 'look_again', message: 'Nothing new at the service so far; we look again in a minute.' };
}
