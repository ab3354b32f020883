import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';
import { readObservedBefore } from './read-observed-before';

const options = { erasureKeyName: 'none', lastPoints: 12 };
const atMs = (n: number) => Date.UTC(2026, 10, 12) + n * 60_000;

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    // Stored in another order than they were seen.
    await database.db.execute(sql`
      insert into observations (environment, import_id, source, status, asked_at, seen_at, facts, reported, fingerprint)
      select 'live', id, 'watcher', 'Held', at, at, '{}', '{}', 'o' || n
      from (values ('few', 12), ('many', 300), ('rowless', 13)) as given(id, count), generate_series(1, count) n,
        lateral (select timestamptz '2026-11-12T00:00:00Z' + n * interval '1 minute' as at) times
      order by n % 7, n`);
    await database.db.execute(sql`
      insert into confirmations (environment, import_id, source, status, gone, asked_at, seen_at, reported, fingerprint)
      select 'live', id, 'watcher', 'Held', false, at, at, '{}', 'c' || n
      from (values ('few'), ('many')) as given(id), generate_series(5, 295, 5) n,
        lateral (select timestamptz '2026-11-12T00:00:30Z' + n * interval '1 minute' as at) times`);
    await database.db.execute(sql`
      insert into imports (environment, id, status_text, status_family, seen_at, seen_by, first_seen_at, search_terms)
      select 'live', id, 'Held', 'waiting', now(), 'watcher', now(), '{}' from (values ('few'), ('many')) as given(id)`);
  });

  it('reads all points of an import with few observations', async () => {
    const { imports } = await readObservedBefore(database.db, [{ environment: 'live', id: 'few' }], options);
    expect(imports).toMatchObject([{ importId: 'few', earlier: undefined }]);
    expect(imports[0]?.points).toHaveLength(12 + 59);
  });

  it('reads the last points of an import with many, and its row', async () => {
    const { imports } = await readObservedBefore(database.db, [{ environment: 'live', id: 'many' }], options);
    expect(imports).toMatchObject([{ importId: 'many', earlier: { untilMs: atMs(288), record: { id: 'many' } } }]);
    const names = imports[0]?.points.map(({ fingerprint }) => fingerprint).sort();
    const observed = Array.from({ length: 12 }, (_, n) => `o${289 + n}`);
    expect(names).toEqual(['c290', 'c295', ...observed]);
  });

  it('says that there are earlier points even if the row is missing', async () => {
    const { imports } = await readObservedBefore(database.db, [{ environment: 'live', id: 'rowless' }], options);
    expect(imports).toMatchObject([{ earlier: { untilMs: atMs(1), record: undefined } }]);
  });

  it('reads nothing of an unknown import', async () => {
    const { imports } = await readObservedBefore(database.db, [{ environment: 'live', id: 'unknown' }], options);
    expect(imports).toMatchObject([{ importId: 'unknown', points: [], facts: [], earlier: undefined }]);
  });
});
