import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FillInBody } from '../../contract/imports';
import type { Database } from '../../store/database/database';
import { getImport } from '../../store/imports/imports';
import { openTestDatabase } from '../../store/testing/open-test-database';
import type { ImportsDeps } from '../imports-deps';
import { observe } from '../observations/observe';
import { openImports, priya } from '../testing/open-imports';
import { fillInFacts } from './fill-in-facts';

let database: Database;
let deps: ImportsDeps;

beforeAll(async () => {
  database = await openTestDatabase();
  deps = openImports(database, {} as never);
  const seen = { environment: 'live', source: 'lookup', status: 'Held', seenAt: new Date() } as const;
  await observe(deps.observer, { ...seen, importId: 'known', about: { instanceUrl: 'desk.example/acme' } });
  await observe(deps.observer, { ...seen, importId: 'unknown' });
});
afterAll(() => database.close());

async function fillIn(importId: string, body: FillInBody) {
  await fillInFacts(deps, { caller: priya, environment: 'live', importId, body });
  return getImport(database.db, 'live', importId);
}

test('rejects what is not a web address, and stores nothing', async () => {
  for (const instanceUrl of ['the help desk', 'ops@acme.example', 'ftp://desk.example', 'desk.example']) {
    await expect(fillIn('unknown', { instanceUrl, family: 'crm' }), instanceUrl).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'instanceUrl', message: expect.stringContaining('Enter a web address') }],
    });
  }
  expect(await fillIn('unknown', {})).toMatchObject({ instanceUrl: null, family: null });
});

test('accepts a web address, and none', async () => {
  const instanceUrl = 'https://desk.example/acme';
  expect(await fillIn('unknown', { instanceUrl: ` ${instanceUrl} ` })).toMatchObject({ instanceUrl });
  expect(await fillIn('unknown', { instanceUrl: '' })).toMatchObject({ instanceUrl: null });
});

test('rejects another family than the service reports, and stores nothing', async () => {
  const seen = { environment: 'live', source: 'lookup', status: 'Held', seenAt: new Date() } as const;
  await observe(deps.observer, { ...seen, importId: 'reported', facts: { family: 'desk' } });
  for (const family of ['crm', ''])
    await expect(fillIn('reported', { family, tool: 'Zendesk' }), family).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'family', message: 'The service reports “desk”, which cannot be changed here.' }],
    });
  expect(await fillIn('reported', { family: 'desk' })).toMatchObject({ family: 'desk', tool: null });
});

test('does not check an address of the service that stays as it is', async () => {
  const body = { instanceUrl: 'desk.example/acme', family: 'crm' };
  expect(await fillIn('known', body)).toMatchObject(body);
});
