import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AuditSubject } from './audit-subject';

function hrefOf(subject: string, action: string, given: { environment?: string | null; isImport?: boolean } = {}) {
  const entry = { action, environment: null, isImport: false, ...given };
  const html = renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams('env=sandbox')}>
      <AuditSubject entry={entry} subject={subject} />
    </SearchParamsContext>,
  );
  return /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
}

test('ids of imports lead to the import, in the environment of the entry', () => {
  expect(hrefOf('417', 'note.added', { isImport: true, environment: 'live' })).toBe('/imports/417');
  expect(hrefOf('417', 'note.added', { isImport: true, environment: 'sandbox' })).toBe('/imports/417?env=sandbox');
  expect(hrefOf('417', 'note.added', { environment: 'live' })).toBeUndefined();
});

test('usernames lead to the customer', () => {
  const customer = '/customers?username=ops%40acme.example';
  expect(hrefOf('ops@acme.example', 'link.made', { environment: 'live' })).toBe(customer);
  expect(hrefOf('ops@acme.example', 'customer.exported')).toBe(`${customer}&env=sandbox`);
  expect(hrefOf('ops@acme.example', 'import.creation_unknown', { environment: 'live' })).toBe(customer);
});

test('staff, versions and attempts without a username are not links', () => {
  expect(hrefOf('ada@x.example', 'staff.added')).toBeUndefined();
  expect(hrefOf('policy version 3', 'policy.changed')).toBeUndefined();
  expect(hrefOf('0f8fad5b-d9cb-469f-a165-70867728950e', 'import.creation_unknown')).toBeUndefined();
});
