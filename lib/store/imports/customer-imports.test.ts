import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { decisions, decisionSteps, fullRequests } from '../schema/sponsorship';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';
import { listCustomerWithoutImport } from './customer-imports';

const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute));
const limit = 3;

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const request = (username: string, minute: number) => ({
    ...{ id: randomUUID(), environment: 'live' as const, username, requestedAt: at(minute) },
    ...{ source: 'operator_page' as const, verified: false, by: 'customer' },
  });
  const start = (username: string, minute: number) => ({
    ...{ id: randomUUID(), environment: 'live' as const, username, createdAt: at(minute), proposedAt: at(minute) },
    ...{ kind: 'start_full' as const, state: 'unknown' as const, proposedBy: 'Priya', policyVersion: 1 },
  });
  const read = (name: string) =>
    listCustomerWithoutImport(database.db, 'live', [name], { limit, erasureKeyName: 'erasures' });

  describe('listCustomerWithoutImport', () => {
    it('finds an old request and start behind newer ones of other names with accents', async () => {
      const others = Array.from({ length: limit + 1 }, (_, index) => `müller${index}@x.example`);
      await database.db
        .insert(fullRequests)
        .values([request('Zoé@old.example', 1), ...others.map((name) => request(name, 2))]);
      await database.db
        .insert(decisions)
        .values([start('Zoé@old.example', 1), ...others.map((name) => start(name, 2))]);
      const found = await read('zoé@old.example');
      expect(found.requests.map(({ username }) => username)).toEqual(['Zoé@old.example']);
      expect(found.decisions.map(({ username }) => username)).toEqual(['Zoé@old.example']);
    });

    it.each([
      ['composed and separate accents', ['Zoë Ångström', 'ZOË ÅNGSTRÖM'.normalize('NFD'), 'zoË Ångström']],
      ['Cyrillic', ['Иван Ёлкин', 'ИВАН ёлкин', 'иВАн Ёлкин'.normalize('NFD')]],
      ['Greek with a final sigma', ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς']],
      ['letters without a simple capital', ['Groß Øre', 'GROẞ øre']],
      ['a dotted capital I', ['İstanbul', 'İSTANBUL']],
    ])('compares without case: %s', async (_of, spellings) => {
      await database.db.insert(fullRequests).values(spellings.map((name, index) => request(` ${name} `, index)));
      for (const name of spellings) {
        const { requests } = await read(name);
        expect(requests.map(({ username }) => username?.trim())).toEqual(spellings.toReversed());
      }
    });

    it('returns the steps of the returned decisions only', async () => {
      const starts = Array.from({ length: limit + 2 }, (_, index) => start('ops@steps.example', index));
      await database.db.insert(decisions).values(starts);
      const step = { to: 'proposed', at: at(0), by: 'Priya', explanation: '' };
      await database.db.insert(decisionSteps).values(starts.map(({ id }) => ({ ...step, decisionId: id })));
      const found = await read('ops@steps.example');
      expect(found.decisions.map(({ id }) => id)).toEqual(
        starts
          .slice(-limit)
          .toReversed()
          .map(({ id }) => id),
      );
      expect(new Set(found.steps.map(({ decisionId }) => decisionId))).toEqual(
        new Set(found.decisions.map(({ id }) => id)),
      );
    });
  });
});
