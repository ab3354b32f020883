import { expect, it } from 'vitest';
import { describeStatement } from './observe-statements';

it.each([
  ['select "id" from "imports" where "id" = $1', 'select', 'imports'],
  ['select count(*) from generate_series(1, 2)', 'select', undefined],
  ['select 1', 'select', undefined],
  ['insert into "audit" ("at") values ($1)', 'insert', 'audit'],
  ['update "request_budget" set "used" = $1', 'update', 'request_budget'],
  [
    'with due as (select id from polls for update skip locked) update polls p set at = now() from due',
    'update',
    'polls',
  ],
  ['with old as (delete from deliveries returning id) insert into counters select 1 from old', 'insert', 'counters'],
  ['select id from "deliveries" for update of deliveries', 'select', 'deliveries'],
  ['delete from "sessions" where "id" = $1', 'delete', 'sessions'],
  ['begin', 'begin', undefined],
  [`listen "changes"`, 'other', undefined],
  [`it's not SQL: canary`, 'other', undefined],
])('%s is %s %s', (text, operation, table) => {
  expect(describeStatement(text)).toEqual({ operation, table });
});
