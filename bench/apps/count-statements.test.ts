import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { createTestPostgresUrl } from '../../lib/store/testing/open-test-database';
import { createStatementCounter } from './count-statements';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

it('counts simple, parametrised and prepared statements, but none of the background', async () => {
  const counter = await createStatementCounter(await createTestPostgresUrl());
  cleanUps.push(counter.close);
  const client = new pg.Client({ connectionString: counter.url });
  await client.connect();
  cleanUps.push(() => client.end());
  await client.query('select 0 as job');
  counter.learnBackground();
  const named = { name: 'twice', text: 'select $1::int as named' };
  const statements = await counter.during(async () => {
    await client.query('select 1 as simple');
    await client.query('select $1::int as parametrised', [2]);
    await client.query({ ...named, values: [3] });
    await client.query('select 0 as job');
    await client.query({ ...named, values: [4] });
  });
  expect(statements).toEqual(['select 1 as simple', 'select $1::int as parametrised', named.text, named.text]);
});
