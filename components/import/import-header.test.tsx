import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { makeImportRow } from '@/lib/contract/testing/make-import-row';
import { currentProblem, ImportFacts } from './import-header';

it('reports a failed refresh only until the import was seen again', () => {
  const problem = { title: 'The service cannot be reached.', detail: 'Stored data is shown.' };
  const row = { seenAt: '2026-11-16T10:52:40Z' };
  expect(currentProblem(undefined, row)).toBeNull();
  expect(currentProblem({ problem, row }, row)).toEqual(problem);
  expect(currentProblem({ problem, row }, { seenAt: '2026-11-16T10:53:00Z' })).toBeNull();
});

it('names the customer who created an import like a person, and people as they are called', () => {
  const handledBy = (createdBy: string | null) =>
    /Handled by<\/dt><dd[^>]*>(.*?)<\/dd>/
      .exec(renderToStaticMarkup(<ImportFacts row={makeImportRow({ createdBy })} mayFillIn={false} />))?.[1]
      ?.replaceAll(/<[^>]*>/g, '');
  expect([handledBy('customer'), handledBy('van der Berg'), handledBy(null)]).toEqual([
    'Customer',
    'van der Berg',
    'Unassigned',
  ]);
});
