import type { KnownFact } from '../timeline/derive-current';
import { truncate } from './observed-facts';
import type { ObservationInput } from './observation-input';

const maxLengths: Record<KnownFact['field'], number> = {
  username: 1000,
  tool: 500,
  family: 200,
  instanceUrl: 2000,
  createdAt: 40,
  createdBy: 300,
  demo: 5,
};

export type NewFact = KnownFact & { by: string | null };

/** Skips repeated facts. Every lookup reports its username, so only the earliest lookup per username is stored. */
export function newFacts(input: ObservationInput, known: readonly KnownFact[]): NewFact[] {
  const source = input.aboutSource ?? 'lookup';
  const at = input.seenAt;
  return Object.entries(input.about ?? {}).flatMap(([name, given]) => {
    if (!isField(name) || given === undefined) return [];
    const value = truncate(given, maxLengths[name]);
    const repeated = known.some(
      (fact) =>
        fact.field === name &&
        fact.source === source &&
        fact.value === value &&
        (source === 'lookup' ? fact.at <= at : fact.at.getTime() === at.getTime()),
    );
    return repeated ? [] : [{ field: name, value, source, at, by: input.by ? truncate(input.by, 300) : null }];
  });
}

function isField(name: string): name is KnownFact['field'] {
  return Object.hasOwn(maxLengths, name);
}
