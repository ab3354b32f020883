import { createRandom, type Random } from '../random';
import type { Dialect } from './dialect';
import { namedDialects } from './named-dialects';

/** A named dialect, or `random:SEED` for a reproducible mix of the named ones. */
export function chooseDialect(name: string): Dialect {
  if (name.startsWith('random:')) return mixDialect(name.slice('random:'.length));
  const named = namedDialects[name];
  if (named === undefined) {
    const known = Object.keys(namedDialects).join(', ');
    throw new Error(`There is no dialect "${name}"; there are ${known} and random:SEED.`);
  }
  return named;
}

/** Chooses each property independently, to get combinations that no named dialect has. */
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

/** Half of the dialects use one consistent set of names, the others a mix. */
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
