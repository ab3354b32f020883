import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../store/database/database';
import { upsertImports } from '../../store/imports/imports';
import { removeImportAlerts } from '../../store/outbox/import-alerts';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { insertRule, listAlerts, listItems, truncateOutbox } from '../../store/testing/outbox-rows';
import { openStaffOutbox } from './testing/open-staff-outbox';

const importRow = (id: string, warnings: number, statusKey: string | null = null) => ({
  ...{ environment: 'live' as const, id, warnings, statusKey, seenAt: new Date(), seenBy: 'watcher' },
  ...{ firstSeenAt: new Date(), searchTerms: [] },
});

forEachEngineAtFullSize((_, open) => {
  let database: Database;
  let app: ReturnType<typeof openStaffOutbox>;
  let importId = '';
  beforeEach(async () => {
    database ??= await open();
    await truncateOutbox(database.db);
    app = openStaffOutbox(database);
    importId = `{"${crypto.randomUUID()}":1}`;
  });
  const observe = async (...warnings: number[]) => {
    for (const count of warnings) {
      await database.transaction((tx) => upsertImports(tx, [importRow(importId, count)]));
    }
    await app.run();
  };
  const reported = async () =>
    (await listItems(database.db)).map(({ kind, importId: id, data }) => ({ kind, importId: id, data }));

  test('reports an import once when it gets more than 50 warnings', async () => {
    await insertRule(database.db, { events: ['many_warnings'], schedule: 'hourly' });
    await observe(0);
    await observe(50);
    expect(await reported()).toEqual([]);
    await observe(51, 60);
    await observe(2000);
    expect(await reported()).toEqual([
      { kind: 'many_warnings', importId, data: { text: expect.stringMatching(/^It has (60|51) warnings\.$/) } },
    ]);
  });

  test('reports an import that has many warnings when it is seen first', async () => {
    await insertRule(database.db, { events: ['many_warnings'], schedule: 'hourly' });
    await observe(1200);
    expect(await reported()).toMatchObject([{ importId, data: { text: 'It has 1,200 warnings.' } }]);
  });

  test('reports it again only after it had few warnings for a while', async () => {
    await insertRule(database.db, { events: ['many_warnings'], schedule: 'hourly' });
    await observe(51);
    await observe(50);
    await database.transaction((tx) => removeImportAlerts(tx, app.clock.now()));
    await observe(51);
    expect(await reported()).toHaveLength(1);
    await database.transaction((tx) => removeImportAlerts(tx, new Date(app.clock.now().getTime() + 1)));
    expect(await listAlerts(database.db)).toHaveLength(1);
    await observe(50);
    await database.transaction((tx) => removeImportAlerts(tx, new Date(app.clock.now().getTime() + 1)));
    expect(await listAlerts(database.db)).toEqual([]);
    await observe(51);
    expect(await reported()).toHaveLength(2);
  });

  test('looks at no import while no rule reports warnings', async () => {
    await insertRule(database.db, {});
    await observe(0, 60);
    expect(await reported()).toEqual([]);
    expect(await listAlerts(database.db)).toEqual([]);
  });
});
