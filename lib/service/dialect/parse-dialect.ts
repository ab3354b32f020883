import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SettingsError } from '../../core/settings';
import { standardDialect, type Dialect, type Resource, type FactLocation } from './dialect';
import { parseLosslessJson } from './parse-lossless-json';

export class DialectError extends Error {
  override readonly name = 'DialectError';

  constructor(readonly problems: readonly string[]) {
    super(`The dialect file (SERVICE_DIALECT) cannot be used: ${problems.join('; ')}.`);
  }
}

const path = z
  .string({ error: 'must be a field name or a path such as data.id' })
  .min(1, 'must not be empty')
  .max(200, 'is too long');
const paths = z.union([path, z.array(path).min(1).max(10)], {
  error: 'must be a field name, a path such as data.id, or a list of these',
});

const importSections = ['created', 'listed', 'detailed', 'reported'] as const;
const factNames = {
  tool: Object.keys(standardDialect.tool.facts),
  /** Default for the four sections about imports. */
  import: [...new Set(importSections.flatMap((section) => Object.keys(standardDialect[section].facts)))],
  created: Object.keys(standardDialect.created.facts),
  listed: Object.keys(standardDialect.listed.facts),
  detailed: Object.keys(standardDialect.detailed.facts),
  reported: Object.keys(standardDialect.reported.facts),
};

const resource = (facts: readonly string[]) =>
  z
    .strictObject({
      envelope: path.optional(),
      ...Object.fromEntries(facts.map((fact) => [fact, paths.optional()])),
    })
    .optional();

const fileSchema = z.strictObject({
  $comment: z.union([z.string(), z.array(z.string())]).optional(),
  toolValue: z.enum(['name', 'slug', 'label'], { error: 'must be name, slug or label' }).optional(),
  envelope: path.optional(),
  tool: resource(factNames.tool),
  import: resource(factNames.import),
  created: resource(factNames.created),
  listed: resource(factNames.listed),
  detailed: resource(factNames.detailed),
  reported: resource(factNames.reported),
});

type Override = Readonly<Record<string, string | string[] | undefined>>;

export function parseDialect(text: string): Dialect {
  const json = parseLosslessJson(text.replace(/^\ufeff/, ''));
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
    const section = Object.entries(factNames).find(([name]) => name === at);
    const known = at === '' ? Object.keys(fileSchema.shape) : ['envelope', ...(section?.[1] ?? [])];
    return issue.keys.map(
      (key) => `${[at, key].filter((step) => step !== '').join('.')} is not known here; known are ${known.join(', ')}`,
    );
  }
  if (at === '') return ['it must be a JSON object'];
  return [`${at} ${issue.message.startsWith('Invalid input') ? 'must be an object of field names' : issue.message}`];
}

const setting = 'SERVICE_DIALECT';

/** Reads the file named by SERVICE_DIALECT and reports its problems like any bad setting. */
export function readDialectFile(filePath: string | undefined): Dialect {
  if (filePath === undefined) return standardDialect;
  let text: string;
  try {
    text = readFileSync(filePath, 'utf8');
  } catch {
    throw new SettingsError([{ setting, problem: `names a file that cannot be read: ${filePath}` }]);
  }
  try {
    return parseDialect(text);
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    throw new SettingsError(
      error.problems.map((problem) => ({ setting, problem: `names a file that cannot be used: ${problem}` })),
    );
  }
}
