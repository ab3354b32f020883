import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importDetailSchema, type Warning } from '../contract/imports';
import { seenWarningsSchema, type WarningRule, warningRulesVersionSchema } from '../contract/warning-rules';
import { eraseCustomer } from '../data-protection/erase-customer';
import { ada, openDataProtection } from '../data-protection/testing/open-data-protection';
import { exportWarnings, warningsHeader } from '../import-detail/export-warnings';
import { readImportDetail } from '../import-detail/read-import-detail';
import { observe } from '../imports/observations/observe';
import { openImports } from '../imports/testing/open-imports';
import { openClient } from '../service/testing/open-client';
import { issueMigrationToken } from '../start/customer-links';
import { readMigration } from '../start/read-migration';
import { openStart } from '../start/testing/open-start';
import { insertAppSetting, readAppSetting } from '../store/staff/app-settings';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { defaultRules } from './default-rules';
import { listSeenWarnings } from './list-seen-warnings';
import { readWarningRules, saveWarningRules } from './warning-rules';

const own: WarningRule = {
  id: 'own',
  name: 'Name for staff',
  severity: 'action',
  kinds: [],
  texts: ['dependency outside'],
  staff: { explanation: 'Explanation for staff', fix: 'Fix for staff' },
  customer: { en: { explanation: 'Explanation <b>for</b> customers', fix: '' } },
};

forEachEngineAtFullSize((_engine, open) => {
  let app: Awaited<ReturnType<typeof openApp>>;
  const openApp = async () => {
    const database = await open();
    const start = await openStart(database);
    // Never called.
    const client = openClient({ url: 'http://127.0.0.1:9', sandboxUrl: 'http://127.0.0.1:9', token: '' });
    return { ...start, database, imports: openImports(database, client, start.deps.clock) };
  };
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app.close());

  const save = async (rules: WarningRule[], basedOn?: number) =>
    warningRulesVersionSchema.parse(
      await saveWarningRules(app.deps, {
        caller: ada,
        rules,
        basedOn: basedOn ?? (await readWarningRules(app.database.db)).version,
      }),
    );
  let imports = 0;
  const report = async (warnings: Warning[], username?: string) => {
    const importId = `w${++imports}`;
    await observe(app.imports.observer, {
      environment: 'live',
      importId,
      source: 'lookup',
      status: 'Sample migration completed',
      seenAt: app.deps.clock.now(),
      facts: { warnings },
      ...(username === undefined ? {} : { about: { username } }),
    });
    return importId;
  };
  const warning = (text: string, kind: string | null = null): Warning => ({ kind, item: null, text });
  const dependency = warning('A dependency outside the migration');

  describe('the rules', () => {
    it('are the defaults at first, and the saved ones afterwards', async () => {
      expect(await readWarningRules(app.database.db)).toEqual({ version: 0, rules: defaultRules });
      const saved = await save([own, ...defaultRules]);
      expect(saved).toEqual({ version: 1, rules: [own, ...defaultRules] });
      expect(await readWarningRules(app.database.db)).toEqual(saved);
    });

    it('stores unchanged defaults by their id, so that they follow our texts', async () => {
      const [first, ...rest] = defaultRules.map((rule) => ({ ...rule }));
      if (!first) throw new Error('no defaults');
      await save([{ ...first, name: 'Changed' }, ...rest]);
      const stored = await readAppSetting(app.database.db, 'warning-rules');
      expect(stored?.value).toEqual([
        expect.objectContaining({ name: 'Changed' }),
        ...rest.map(({ id }) => ({ default: id })),
      ]);
    });

    it('are not saved over the changes of another admin', async () => {
      const { version } = await save([own]);
      await save([], version);
      await expect(save([own], version)).rejects.toMatchObject({ code: 'conflict' });
      await expect(save([own], version + 2)).rejects.toMatchObject({ code: 'conflict' });
      expect((await readWarningRules(app.database.db)).rules).toEqual([]);
    });

    it('is saved by one of several admins who save at the same time', async () => {
      const { version } = await readWarningRules(app.database.db);
      const results = await Promise.allSettled([1, 2, 3].map(() => save([own], version)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('are audited with what changed only', async () => {
      await save([...defaultRules]);
      await save([...defaultRules.slice(1), own]);
      const rows = await app.database.db.execute(sql`select after from audit_values order by seq desc limit 1`);
      const text = JSON.stringify(rows);
      expect(text).toContain('Explanation for staff');
      expect(text).toContain('order');
      expect(text).not.toContain('Invalid e-mail address');
    });

    it('survive an entry that cannot be read', async () => {
      const { version } = await readWarningRules(app.database.db);
      const value = [{ default: 'unknown' }, { ...own, severity: 'fatal' }, own, 7, { default: 'duplicate' }];
      await insertAppSetting(app.database.db, {
        key: 'warning-rules',
        version: version + 1,
        value,
        by: 'test',
        at: app.deps.clock.now(),
      });
      expect((await readWarningRules(app.database.db)).rules.map(({ id }) => id)).toEqual(['own', 'duplicate']);
    });
  });

  describe('an import', () => {
    it('has the rules that apply now, for warnings of any age', async () => {
      await save([...defaultRules]);
      const id = await report([dependency]);
      const read = async () => importDetailSchema.parse(await readImportDetail(app.imports, 'live', id));
      expect((await read()).warningRules.map((rule) => rule.id)).toEqual(defaultRules.map((rule) => rule.id));
      await save([own]);
      const { warningRules } = await read();
      expect(warningRules).toEqual([{ id: 'own', severity: 'action', kinds: [], texts: own.texts, ...own.staff }]);
    });

    it('has none without warnings', async () => {
      const id = await report([]);
      expect((await readImportDetail(app.imports, 'live', id))?.warningRules).toEqual([]);
    });

    it('exports explanations for staff with its warnings', async () => {
      await save([own]);
      const importId = await report([dependency, warning('Unknown')]);
      const rows = [];
      const exported = await exportWarnings(app.imports, { caller: ada, environment: 'live', importId });
      for await (const row of exported) rows.push(row);
      expect(warningsHeader).toEqual(['kind', 'item', 'warning', 'severity', 'explanation', 'fix']);
      expect(rows).toEqual([
        [null, null, dependency.text, 'action', 'Explanation for staff', 'Fix for staff'],
        [null, null, 'Unknown', null, null, null],
      ]);
    });

    it('gives customers no text for staff', async () => {
      await save([own]);
      const opened = await readMigration(app.deps, issueMigrationToken(app.deps, await report([dependency])));
      expect(opened).toMatchObject({ migration: { warningRules: [{ id: 'own', customer: own.customer }] } });
      expect(JSON.stringify(opened)).not.toMatch(/for staff/i);
    });
  });

  describe('warnings seen so far', () => {
    it('are counted over the current warnings of recent imports', async () => {
      const id = await report([warning('Counted 1', 'old')]);
      await observe(app.imports.observer, {
        ...{ environment: 'live', importId: id, source: 'lookup', status: 'Sample migration completed' },
        seenAt: app.deps.clock.now(),
        facts: { warnings: [warning('Counted 2', 'new'), warning('Counted 2', 'new')] },
      });
      await report([warning('Counted 2', 'new'), warning('😀'.repeat(400))]);
      const seen = seenWarningsSchema.parse(await listSeenWarnings(app.database.db));
      expect(seen.warnings.filter(({ text }) => text.startsWith('Counted'))).toEqual([
        { kind: 'new', text: 'Counted 2', count: 3 },
      ]);
      expect(seen.imports).toBeGreaterThan(1);
    });

    it('are limited, also if one import has very many', async () => {
      await report(Array.from({ length: 6_000 }, (_, n) => warning(`Huge ${n}`)));
      const { warnings } = await listSeenWarnings(app.database.db);
      expect(warnings).toHaveLength(5_000);
      expect(warnings.every(({ text }) => text.startsWith('Huge'))).toBe(true);
    });
  });

  it('an erased customer is in no warning seen, and is removed from the rules', async () => {
    const username = 'erased.person@acme.example';
    await report([warning(`Owner ${username} not found`)], username);
    await save([{ ...own, staff: { explanation: `Ask ${username}`, fix: '' } }, ...defaultRules]);
    const { cipher, clock } = app.deps;
    const dataProtection = openDataProtection({ database: app.database, cipher, clock });
    await eraseCustomer(dataProtection, {
      caller: ada,
      body: { username, confirmation: username, stopFollowing: true },
    });
    expect(JSON.stringify(await listSeenWarnings(app.database.db))).not.toContain(username);
    const { rules } = await readWarningRules(app.database.db);
    expect(rules).toEqual([{ ...own, staff: { explanation: 'Ask [erased]', fix: '' } }, ...defaultRules]);
  });
});
