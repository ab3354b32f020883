import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { emptyDraft } from './draft';
import { ExistingImports } from './existing-imports';

test('a failed check does not claim that the service sent no reply, because it may have replied with an error', () => {
  const existing = { checking: false, imports: [], failed: true };
  const html = renderToStaticMarkup(<ExistingImports existing={existing} draft={emptyDraft} />);
  expect(html).toContain('The service could not be reached or reported an error');
});
