import { z } from 'zod';
import { standardDialect, type Dialect, type Resource, type FactLocation } from './dialect';
import { parseJson } from './parse-json';

/** Holds every problem of the file at once. */
export class DialectError extends Error {
  override readonly name = 'DialectError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The dialect file (SERVICE_DIALECT) cannot be used: ${problems.join('; ')}.`);
    this.problems = problems;
  }
}

const path = z
  .string({ error: 'must be a field name or a path such as data.id' })
  .min(1, 'must not be empty')
  .max(200, 'is too long');
const paths = z.union([path, z.array(path).min(1).max(10)], {
  error: 'must be a field name, a path such as data.id, or a list of these',
});

function resource<Fact extends string>(facts: readonly Fact[]) {
  const shape: Record<string, z.ZodType<string | string[] | undefined>> = { envelope: path.optional() };
  for (const fact of facts) shape[fact] = paths.optional();
  return z.strictObject(shape).optional();
}

function factsOf<Fact extends string>(from: Resource<Fact>): string[] {
  return Object.keys(from.facts);
}

const importFacts = [
  ...new Set([
    ...factsOf(standardDialect.created),
    ...factsOf(standardDialect.listed),
    ...factsOf(standardDialect.detailed),
    ...factsOf(standardDialect.reported),
  ]),
];

const fileSchema = z.strictObject({
  $comment: z.union([z.string(), z.array(z.string())]).optional(),
  toolValue: z.enum(['name', 'slug', 'label'], { error: 'must be name, slug or label' }).optional(),
  envelope: path.optional(),
  tool: resource(factsOf(standardDialect.tool)),
  /** Default for created, listed, detailed and reported. */
  import: resource(importFacts),
  created: resource(factsOf(standardDialect.created)),
  listed: resource(factsOf(standardDialect.listed)),
  detailed: resource(factsOf(standardDialect.detailed)),
  reported: resource(factsOf(standardDialect.reported)),
});

type Override = Readonly<Record<string, string | string[] | undefined>>;

/** Parses the file named by SERVICE_DIALECT on top of the standard dialect. */
export function parseDialect(text: string): Dialect {
  const json = parseJson(text.replace(/^\ufeff/, ''));
  if (!json.ok) throw new DialectError(['it is not JSON']);
  const parsed = fileSchema.safeParse(json.value);
  if (!parsed.success) throw new DialectError(parsed.error.issues.flatMap(describeIssue));
  const file = parsed.data;
  const common: Override = file.envelope === undefined ? {} : { envelope: file.envelope };
  const imports: Override = { ...common, ...file.import };
  return {
    toolValue: file.toolValue ?? standardDialect.toolValue,
    tool: override(standardDialect.tool, { ...common, ...file.tool }),
    created: override(standardDialect.created, { ...imports, ...file.created }),
    listed: override(standardDialect.listed, { ...imports, ...file.listed }),
    detailed: override(standardDialect.detailed, { ...imports, ...file.detailed }),
    // Webhook messages have their own envelope.
    reported: override(standardDialect.reported, { ...file.import, envelope: undefined, ...file.reported }),
  };
}

function override<Fact extends string>(standard: Resource<Fact>, given: Override): Resource<Fact> {
  const facts: Record<Fact, FactLocation> = { ...standard.facts };
  for (const fact in standard.facts) {
    const set = given[fact];
    if (set !== undefined) facts[fact] = { paths: typeof set === 'string' ? [set] : set };
  }
  const { envelope } = given;
  return { envelope: typeof envelope === 'string' ? envelope : standard.envelope, facts };
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = at === '' ? Object.keys(fileSchema.shape) : knownKeysIn(at);
    return issue.keys.map(
      (key) => `${[at, key].filter((step) => step !== '').join('.')} is not known here; known are ${known.join(', ')}`,
    );
  }
  if (at === '') return ['it must be a JSON object'];
  return [`${at} ${issue.message.startsWith('Invalid input') ? 'must be an object of field names' : issue.message}`];
}

function knownKeysIn(section: string): string[] {
  const facts: Readonly<Record<string, readonly string[]>> = {
    tool: factsOf(standardDialect.tool),
    import: importFacts,
    created: factsOf(standardDialect.created),
    listed: factsOf(standardDialect.listed),
    detailed: factsOf(standardDialect.detailed),
    reported: factsOf(standardDialect.reported),
  };
  return ['envelope', ...(facts[section] ?? [])];
}
