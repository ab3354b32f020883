import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../contract/caller';
import { type MailSettings, mailSettingsSchema, saveMailSettingsBodySchema } from '../../contract/customer-mails';
import { customerEvents } from '../../contract/outbox';
import { ada } from '../../data-protection/testing/open-data-protection';
import { defaultMailTemplates } from '../../messages/messages';
import { saveBranding } from '../../start/save-branding';
import { defaultBranding } from '../../contract/branding';
import { listAuditAfter } from '../../store/events/audit';
import { outboxMessages } from '../../store/schema/outbox';
import { insertAppSetting, readAppSetting } from '../../store/staff/app-settings';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import type { Database } from '../../store/database/database';
import { decryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import { makeOutboxDeps } from '../testing/make-outbox-deps';
import { readMailSettings, saveMailSettings } from './mail-settings';
import { previewMail } from './preview-mail';
import { sendTestMail } from './send-test-mail';

const own = { subject: 'Hello from {partner}', text: 'Own text\n\n{link}' };

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  let deps: OutboxDeps;
  beforeEach(async () => {
    database = await open();
    deps = makeOutboxDeps(database, {
      publicOrigin: 'https://migrate.partner.example',
      mail: { mode: 'smtp', from: 'Northdesk <mail@partner.example>' },
    });
    return () => database.close();
  });
  const read = () => readMailSettings(database.db);
  const save = async (change: (settings: MailSettings) => Partial<MailSettings>, basedOn?: number) => {
    const before = await read();
    return mailSettingsSchema.parse(
      await saveMailSettings(deps, { caller: ada, basedOn: basedOn ?? before.version, ...before, ...change(before) }),
    );
  };
  const withOwn = ({ templates }: MailSettings) => ({
    templates: { ...templates, de: { ...templates.de, undone: own } },
  });
  const switchOff = ({ enabled }: MailSettings) => ({ enabled: { ...enabled, undone: false } });

  describe('the settings of e-mails to customers', () => {
    it('are what we ship until an admin changes them', async () => {
      const initial = await read();
      expect(initial.version).toBe(0);
      expect(initial.templates).toEqual(defaultMailTemplates);
      expect(Object.values(initial.enabled)).toEqual(customerEvents.map(() => true));
      expect(saveMailSettingsBodySchema.safeParse({ ...initial, basedOn: 0 }).success).toBe(true);
      expect(await save(withOwn)).toMatchObject({ version: 1, templates: { de: { undone: own } } });
      expect(await save(switchOff)).toMatchObject({ version: 2, enabled: { undone: false, completed: true } });
      expect((await read()).templates.de.undone).toEqual(own);
    });

    it('store only what differs, so that the rest follows our texts', async () => {
      await save((settings) => ({ ...withOwn(settings), ...switchOff(settings) }));
      expect((await readAppSetting(database.db, 'customer-mails'))?.value).toEqual({
        enabled: { undone: false },
        templates: { de: { undone: own } },
      });
      await save(() => ({ templates: defaultMailTemplates }));
      expect((await readAppSetting(database.db, 'customer-mails'))?.value).toEqual({
        enabled: { undone: false },
        templates: {},
      });
    });

    it('are not saved over the changes of another admin', async () => {
      await save(switchOff);
      await expect(save(withOwn, 0)).rejects.toMatchObject({ code: 'conflict' });
      await expect(save(withOwn, 2)).rejects.toMatchObject({ code: 'conflict' });
      const results = await Promise.allSettled([1, 2, 3].map(() => save(withOwn, 1)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await read()).version).toBe(2);
    });

    it('are audited with what changed only, and open pages learn of it', async () => {
      await save(withOwn);
      const values = JSON.stringify(await database.db.execute(sql`select before, after from audit_values`));
      expect(values).toContain('Hello from {partner}');
      expect(values).not.toContain(defaultMailTemplates.en.started.text.slice(-30));
      const [entry] = await listAuditAfter(database.db, 0, 10);
      expect(entry).toMatchObject({ action: 'mails.changed', subject: 'customer e-mails version 1' });
      const changes = JSON.stringify(await database.db.execute(sql`select kind, subject from changes`));
      expect(changes).toContain('customer-mails');
    });

    it('survive entries that cannot be read', async () => {
      const value = {
        enabled: { undone: false, unknown: true, started: 'yes' },
        templates: { de: { undone: own, started: { subject: '{gone}', text: 'x' }, completed: 7 }, fr: {} },
      };
      await insertAppSetting(database.db, { key: 'customer-mails', version: 1, value, by: 'test', at: new Date() });
      const { enabled, templates } = await read();
      expect([enabled.undone, enabled.started]).toEqual([false, true]);
      expect(templates.de).toEqual({ ...defaultMailTemplates.de, undone: own });
    });
  });

  describe('a draft', () => {
    const draft = {
      event: 'completed',
      language: 'de',
      template: { subject: 'Probe', text: '{summary}\n{link}' },
    } as const;

    it('is previewed with made-up facts and the branding', async () => {
      await saveBranding(deps, { caller: ada, branding: { ...defaultBranding, partnerName: 'Südwind' }, basedOn: 0 });
      const preview = await previewMail(deps, draft);
      expect(preview.subject).toBe('Probe');
      expect(preview.text).toContain('Zugeordnete Benutzer: 18 von 20');
      expect(preview.html).toContain('Südwind');
    });

    it('is sent as a test to the admin only', async () => {
      expect(await sendTestMail(deps, { caller: ada, ...draft })).toEqual({
        recipient: 'ada@partner.example',
        mode: 'smtp',
      });
      const rows = await database.db.select().from(outboxMessages);
      expect(rows).toMatchObject([
        {
          key: `test ${rows[0]?.id}`,
          audience: 'staff',
          channel: 'email',
          event: 'test',
          recipient: 'ada@partner.example',
          subject: 'Test: Probe',
          state: 'pending',
        },
      ]);
      const content = decryptContent(deps, rows[0]?.contentEncrypted ?? new Uint8Array());
      expect(content).toMatchObject({ kind: 'email', subject: 'Test: Probe', headers: {} });
      expect(await listAuditAfter(database.db, 0, 10)).toMatchObject([{ action: 'mails.tested' }]);
    });

    it('is sent at most ten times in ten minutes', async () => {
      for (let sent = 0; sent < 10; sent += 1) await sendTestMail(deps, { caller: ada, ...draft });
      await expect(sendTestMail(deps, { caller: ada, ...draft })).rejects.toMatchObject({ code: 'rate_limited' });
      expect(await database.db.$count(outboxMessages)).toBe(10);
    });

    it('is not sent while e-mails are off, nor for anyone but staff', async () => {
      const off: OutboxDeps = { ...deps, mail: { mode: 'off', from: null } };
      await expect(sendTestMail(off, { caller: ada, ...draft })).rejects.toMatchObject({ code: 'conflict' });
      const key: Caller = { ...ada, actor: { kind: 'key', id: '1', name: 'crm' } };
      await expect(sendTestMail(deps, { caller: key, ...draft })).rejects.toMatchObject({ code: 'forbidden' });
      expect(await database.db.$count(outboxMessages)).toBe(0);
    });
  });
});
