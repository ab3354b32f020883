import { count, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultBranding } from '../contract/branding';
import type { Language } from '../contract/languages';
import { textsOfLanguageSchema } from '../contract/texts';
import { createCipher, generateKey } from '../core/cipher';
import { createManualClock } from '../core/testing/manual-clock';
import { ada } from '../data-protection/testing/open-data-protection';
import { messagesFor } from '../messages/brand-messages';
import { messagesByLanguage } from '../messages/messages';
import type { Database } from '../store/database/database';
import { listAuditAfter } from '../store/events/audit';
import { appSettings } from '../store/schema/system';
import { insertAppSetting } from '../store/staff/app-settings';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { createStatementRecorder } from '../store/testing/record-statements';
import { readBranding } from './branding';
import { saveBranding } from './save-branding';
import { readTexts, saveText } from './save-text';

const cipher = createCipher([generateKey()]);

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
    return () => database.close();
  });
  const save = async (key: string, text: string | null, given: { language?: Language; basedOn?: number } = {}) => {
    const { language = 'en' } = given;
    const basedOn = given.basedOn ?? (await readTexts(database.db, language)).version;
    const deps = { database, clock: createManualClock(), cipher };
    return textsOfLanguageSchema.parse(await saveText(deps, { caller: ada, language, key, text, basedOn }));
  };
  const textOf = async (key: string, language: Language = 'en') =>
    (await readTexts(database.db, language)).texts.find((text) => text.key === key);
  const titleNow = async (language: Language) =>
    messagesFor((await readBranding(database.db)).branding, language).t('start.title', { partner: 'Acme' });

  describe('the texts of a partner', () => {
    it('are used from the next page on, and by e-mails, until they are reset', async () => {
      await save('start.title', 'Hi from {partner}');
      await save('start.title', 'Salut de {partner}', { language: 'fr' });
      expect([await titleNow('en'), await titleNow('fr')]).toEqual(['Hi from Acme', 'Salut de Acme']);
      expect(await titleNow('de')).toBe(messagesByLanguage.de.t('start.title', { partner: 'Acme' }));
      await save('start.title', null);
      expect(await titleNow('en')).toBe('Bring your data to Acme');
      expect(await textOf('start.title')).toMatchObject({ own: null, shippedBefore: null });
    });

    it('need no statement of their own', async () => {
      await save('help', 'Get help');
      const statementsOf = createStatementRecorder(database);
      expect(await statementsOf(() => readBranding(database.db))).toHaveLength(1);
    });

    it('are stored and read by language, in the newest versions only', async () => {
      await save('help', 'Hilfe!', { language: 'de' });
      for (let nr = 1; nr <= 22; nr += 1) await save('help', `Help ${nr}`);
      const versions = database.db
        .select({ key: appSettings.key, versions: count() })
        .from(appSettings)
        .groupBy(appSettings.key)
        .orderBy(appSettings.key);
      expect(await versions).toEqual([
        { key: 'texts/de', versions: 1 },
        { key: 'texts/en', versions: 20 },
      ]);
      expect((await readBranding(database.db, ['de'])).branding.texts).toEqual({ de: { help: 'Hilfe!' } });
      expect((await readTexts(database.db, 'en')).version).toBe(22);
      // Another language has a version of its own.
      await save('help', 'Hilfe?', { language: 'de', basedOn: 1 });
    });

    it('are read without the older versions', async () => {
      for (const version of [1, 2, 3]) {
        const value = { help: { text: `Help ${version}`, shipped: '' } };
        await insertAppSetting(database.db, { key: 'texts/en', version, value, by: 'test', at: new Date() });
      }
      const [statement = ''] = await createStatementRecorder(database)(() => readBranding(database.db));
      expect(statement).not.toMatch(/distinct/i);
      expect((await readBranding(database.db)).branding.texts.en).toEqual({ help: 'Help 3' });
    });

    it('stay when the branding is saved, which is audited without them', async () => {
      await save('help', 'Get help');
      const deps = { database, clock: createManualClock(), cipher };
      await saveBranding(deps, { caller: ada, branding: { ...defaultBranding, partnerName: 'Acme' }, basedOn: 0 });
      expect((await readBranding(database.db)).branding).toMatchObject({
        partnerName: 'Acme',
        texts: { en: { help: 'Get help' } },
      });
      const [, branding] = await listAuditAfter(database.db, 0, 10);
      expect(branding?.action).toBe('branding.changed');
      const values = JSON.stringify(await database.db.execute(sql`select before from audit_values order by 1`));
      expect(values).not.toContain('"texts"');
    });

    it('are refused with the reason, and nothing is stored', async () => {
      const hostile = ['<script>alert(1)</script>', 'Bring {', '{'.repeat(9999), '{unknown}', ''];
      for (const text of hostile) {
        await expect(save('start.title', text), text.slice(0, 40)).rejects.toMatchObject({
          code: 'invalid',
          errors: [{ field: 'text' }],
        });
      }
      expect((await readTexts(database.db, 'en')).version).toBe(0);
    });

    it('are not saved over the changes of another admin', async () => {
      await save('help', 'Get help');
      await expect(save('help', 'Help!', { basedOn: 0 })).rejects.toMatchObject({ code: 'conflict' });
      const results = await Promise.allSettled([1, 2, 3].map((nr) => save('help', `Help ${nr}`, { basedOn: 1 })));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('are audited with key, language, and the text before and after; open pages learn of it', async () => {
      await save('help', 'Get help', { language: 'nl' });
      const [entry] = await listAuditAfter(database.db, 0, 10);
      expect(entry).toMatchObject({ action: 'texts.changed', subject: 'text help nl' });
      const values = JSON.stringify(await database.db.execute(sql`select before, after from audit_values`));
      for (const part of ['help', 'nl', messagesByLanguage.nl.t('help'), 'Get help']) expect(values).toContain(part);
      expect(JSON.stringify(await database.db.execute(sql`select subject from changes`))).toContain('texts');
    });

    it('say that the default has changed since, or that they are not used any more', async () => {
      const value = {
        help: { text: 'Get help', shipped: 'Support' },
        'start.title': { text: 'From {someone}', shipped: 'Old' },
        'old.key': { text: 'x', shipped: 'y' },
        privacy: 7,
      };
      await insertAppSetting(database.db, { key: 'texts/en', version: 1, value, by: 'test', at: new Date() });
      expect(await textOf('help')).toMatchObject({ own: 'Get help', shippedBefore: 'Support', unused: false });
      expect(await textOf('start.title')).toMatchObject({ own: 'From {someone}', unused: true });
      expect(await textOf('old.key')).toMatchObject({ own: 'x', shipped: null, unused: true });
      expect(await textOf('privacy')).toMatchObject({ own: null });
      expect(await titleNow('en')).toBe('Bring your data to Acme');
      await save('old.key', null);
      expect(await textOf('old.key')).toBeUndefined();
      // Saved again, it is based on what we ship now.
      await save('help', 'Get some help');
      expect(await textOf('help')).toMatchObject({ own: 'Get some help', shippedBefore: null });
    });
  });
});
