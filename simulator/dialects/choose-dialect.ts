import { createRandom, type Random } from '../random';
import type { Dialect } from './dialect';
import { namedDialects } from './named-dialects';

/** A dialect by its name, or `random:SEED`: one mixed from the others, the same for the same seed. */
export function chooseDialect(wanted: string): Dialect {
  if (wanted.startsWith('random:')) return mixDialect(wanted.slice('random:'.length));
  const named = namedDialects[wanted];
  if (named === undefined) {
    const known = Object.keys(namedDialects).join(', ');
    throw new Error(`There is no dialect "${wanted}"; there are ${known} and random:SEED.`);
  }
  return named;
}

/** Every open question is answered by itself, so that shapes meet which no named dialect brings together. */
function mixDialect(seed: string): Dialect {
  const random = createRandom(`dialect:${seed}`);
  const [first, ...rest] = Object.values(namedDialects);
  if (first === undefined) throw new Error('There is no dialect to mix.');
  const from = (): Dialect => random.pick([first, ...rest]);
  return {
    name: `random:${seed}`,
    fields: mixFields(random, from),
    envelope: from().envelope,
    identifier: from().identifier,
    tool: from().tool,
    statusWording: from().statusWording,
    statusCode: from().statusCode,
    warnings: from().warnings,
    familyText: from().familyText,
    validation: from().validation,
    error: from().error,
    missingUsername: from().missingUsername,
    returnsToken: from().returnsToken,
    facts: from().facts,
    webhook: { envelope: from().webhook.envelope, timestamp: from().webhook.timestamp },
  };
}

/** Half the time one vocabulary, as people do it; otherwise names are mixed too, as grown services do. */
function mixFields(random: Random, from: () => Dialect): Dialect['fields'] {
  if (random.chance(0.5)) return from().fields;
  return {
    id: from().fields.id,
    status: from().fields.status,
    warnings: from().fields.warnings,
    family: from().fields.family,
    redirectUrl: from().fields.redirectUrl,
    token: from().fields.token,
    counts: from().fields.counts,
    users: from().fields.users,
    timestamp: from().fields.timestamp,
    event: from().fields.event,
  };
}
