import { createRandom } from '../random';
import { type Dialect, dialectSchema } from './dialect';

const snake: Dialect['fields'] = {
  id: 'id',
  status: 'status',
  warnings: 'warnings',
  family: 'family',
  redirectUrl: 'redirect_url',
  token: 'token',
  counts: 'record_counts',
  users: 'users',
  timestamp: 'timestamp',
  event: 'event',
};

const camel: Dialect['fields'] = {
  id: 'importId',
  status: 'statusText',
  warnings: 'warnings',
  family: 'productFamily',
  redirectUrl: 'redirectUrl',
  token: 'importToken',
  counts: 'recordCounts',
  users: 'userMapping',
  timestamp: 'sentAt',
  event: 'eventType',
};

/** The most plausible dialect, and the default. */
const plain: Dialect = {
  name: 'plain',
  fields: snake,
  envelope: 'none',
  identifier: 'number',
  tool: 'name-slug',
  statusWording: 'current',
  statusCode: false,
  warnings: 'objects',
  familyText: 'title',
  validation: 'map',
  error: 'error',
  missingUsername: '422',
  returnsToken: false,
  facts: 'map',
  webhook: { envelope: 'none', timestamp: 'seconds' },
};

export const namedDialects: Readonly<Record<string, Dialect>> = {
  plain,
  camel: {
    ...plain,
    name: 'camel',
    fields: camel,
    envelope: 'data',
    identifier: 'uuid',
    tool: 'camel',
    warnings: 'nested',
    familyText: 'slug',
    validation: 'errors',
    error: 'message',
    returnsToken: true,
    facts: 'list',
    webhook: { envelope: 'data', timestamp: 'iso' },
  },
  older: {
    ...plain,
    name: 'older',
    fields: { ...snake, redirectUrl: 'redirect_to' },
    identifier: 'digits',
    tool: 'name-label',
    statusWording: 'older',
    statusCode: true,
    warnings: 'nested',
    validation: 'map',
    error: 'none',
    returnsToken: true,
    facts: 'map',
    webhook: { envelope: 'none', timestamp: 'milliseconds' },
  },
  resource: {
    ...plain,
    name: 'resource',
    fields: { ...snake, id: 'import_id', status: 'state', family: 'product_family', redirectUrl: 'url' },
    envelope: 'resource',
    identifier: 'prefixed',
    warnings: 'strings',
    validation: 'list',
    error: 'errors',
    missingUsername: '400',
    webhook: { envelope: 'import', timestamp: 'iso' },
  },
  terse: {
    ...plain,
    name: 'terse',
    fields: {
      ...snake,
      id: 'identifier',
      status: 'status_text',
      redirectUrl: 'location',
      timestamp: 'time',
      event: 'type',
    },
    envelope: 'result',
    identifier: 'digits',
    tool: 'name-label',
    warnings: 'string',
    familyText: 'slug',
    validation: 'text',
    error: 'none',
    missingUsername: '400',
    facts: 'none',
    webhook: { envelope: 'payload', timestamp: 'seconds' },
  },
};

/** A named dialect, or `random:SEED` for a reproducible mix of the named ones. */
export function chooseDialect(name: string): Dialect {
  if (name.startsWith('random:')) return mixDialects(name);
  const named = namedDialects[name];
  if (named === undefined) {
    const known = Object.keys(namedDialects).join(', ');
    throw new Error(`There is no dialect "${name}"; there are ${known} and random:SEED.`);
  }
  return named;
}

/** Chooses each property independently, to get combinations that no named dialect has. */
function mixDialects(name: string): Dialect {
  const random = createRandom(`dialect:${name.slice('random:'.length)}`);
  const all = [plain, ...Object.values(namedDialects).slice(1)] as const;
  const from = (): Dialect => random.pick(all);
  const mix = (shape: object, choose: () => Record<string, unknown>) =>
    Object.fromEntries(Object.keys(shape).map((key) => [key, choose()[key]]));
  const { fields, webhook } = dialectSchema.shape;
  return dialectSchema.parse({
    name,
    // Half of the dialects use one consistent set of names, the others a mix.
    fields: random.chance(0.5) ? from().fields : mix(fields.shape, () => from().fields),
    ...mix(dialectSchema.omit({ name: true, fields: true, webhook: true }).shape, from),
    webhook: mix(webhook.shape, () => from().webhook),
  });
}
