import { expect, it } from 'vitest';
import { currentProblem } from './import-header';

it('reports a failed refresh only until the import was seen again', () => {
  const problem = { title: 'The service cannot be reached.', detail: 'Stored data is shown.' };
  const row = { seenAt: '2026-11-16T10:52:40Z' };
  expect(currentProblem(undefined, row)).toBeNull();
  expect(currentProblem({ problem, row }, row)).toEqual(problem);
  expect(currentProblem({ problem, row }, { seenAt: '2026-11-16T10:53:00Z' })).toBeNull();
});
