import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { saveResults } from './save-results';

it('replaces the results of one benchmark, keeps the others, and records ratio, verdict and machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-results-'));
  const path = join(folder, 'results.json');
  const old = { commit: 'old', rows: [] };
  writeFileSync(path, JSON.stringify({ benchmarks: { pages: old, api: old } }));
  const row = { what: 'list', unit: 'ms', measured: 6, counterpart: { what: 'bare', value: 2 } };
  const comparisons = [row, { ...row, target: { of: 'ratio' as const, atMost: 2.5 } }];
  saveResults(path, { name: 'api', seconds: 1.5, comparisons, rows: [], checks: [] });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    benchmarks: {
      pages: old,
      api: {
        at: expect.any(String) as string,
        commit: expect.any(String) as string,
        seconds: 1.5,
        machine: expect.objectContaining({ node: process.version }) as object,
        rows: [
          { ...comparisons[0], ratio: 3, passed: null },
          { ...comparisons[1], ratio: 3, passed: false },
        ],
      },
    },
  });
  rmSync(folder, { recursive: true });
});
