import { describe, expect, test } from 'vitest';
import type { ImportRow } from '@/lib/contract/imports';
import { makeImportRow } from '@/lib/contract/testing/make-import-row';
import { navItemsFor } from '../shell/nav-items';
import { commandsFor } from './commands';
import { rankHits } from './rank-hits';

const row = (id: string, username: string | null, more: Partial<ImportRow> = {}) =>
  makeImportRow({ id, username, status: null, ...more });
const commands = commandsFor(navItemsFor('admin'), true);
const keysOf = (query: string, imports: readonly ImportRow[], settled = true) =>
  rankHits({ query, imports, commands, settled }).map(({ key }) => key);

describe('rankHits', () => {
  test('an equal username comes first, whatever the order of the server', () => {
    const imports = [row('a1', 'janet@acme.example'), row('b2', 'jan@acme.example')];
    expect(keysOf('jan@acme.example', imports)[0]).toBe('import b2');
  });

  test('an equal id comes first, in any case', () => {
    const imports = [row('imp-10', 'a@x.example'), row('imp-1', 'b@x.example')];
    expect(keysOf('IMP-1', imports)[0]).toBe('import imp-1');
  });

  test('a customer with several imports comes before them, one with a single import after it', () => {
    const several = [row('a', 'ops@acme.example'), row('b', 'ops@acme.example')];
    expect(keysOf('ops@acme.example', several)).toEqual(['customer ops@acme.example', 'import a', 'import b', 'list']);
    expect(keysOf('ops@acme.example', several.slice(1))).toEqual(['import b', 'customer ops@acme.example', 'list']);
  });

  test('words match by their beginning', () => {
    expect(keysOf('ops bright', [row('a', 'ops@brightwater.example')])).toEqual([
      'import a',
      'customer ops@brightwater.example',
      'list',
    ]);
  });

  test('a tool finds imports but no customers', () => {
    expect(keysOf('zendesk', [row('a', 'ops@acme.example')])).toEqual(['import a', 'list']);
  });

  test('pages and actions are found by their labels, and all of them without a query', () => {
    expect(keysOf('audit', [])).toEqual(['page audit', 'list']);
    expect(keysOf('stuck', [])).toEqual(['action stuck', 'list']);
    expect(keysOf('', [])).toEqual(commands.map(({ key }) => key));
    const viewer = commandsFor(navItemsFor('viewer'), false);
    expect(rankHits({ query: 'new', imports: [], commands: viewer, settled: true })).toHaveLength(1);
  });

  test('an import of which the server knows more than the row shows is kept, but not from an earlier answer', () => {
    expect(keysOf('hidden', [row('a', 'ops@acme.example')])).toEqual(['import a', 'list']);
    expect(keysOf('hidden', [row('a', 'ops@acme.example')], false)).toEqual(['list']);
  });

  test('without a hit it offers to look the name up at the service', () => {
    const [hit] = rankHits({ query: ' new@x.example ', imports: [], commands, settled: true });
    expect(hit).toMatchObject({ label: 'Look up “new@x.example” at the service', href: '/imports?q=new%40x.example' });
    const [pending] = rankHits({ query: 'new@x.example', imports: [], commands, settled: false });
    expect(pending?.label).toBe('Show imports matching “new@x.example”');
  });
});
