import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AuditDeps } from '../../audit/append-audit';
import { saveAppSetting } from '../../audit/save-app-setting';
import type { Caller } from '../../contract/caller';
import type { MailSettings } from '../../contract/customer-mails';
import { mailTemplateProblems, type MailTemplate } from '../../contract/mail-templates';
import { customerEvents, type CustomerEvent } from '../../contract/outbox';
import { byLanguage, languages, type Language } from '../../contract/languages';
import { defaultMailTemplates } from '../../messages/messages';
import type { Database, Db } from '../../store/database/database';
import { readAppSetting } from '../../store/staff/app-settings';

const key = 'customer-mails';

/** Only what differs from what we ship, so that the rest follows our texts. */
type Overrides = {
  enabled: Partial<Record<CustomerEvent, boolean>>;
  templates: Partial<Record<Language, Partial<Record<CustomerEvent, MailTemplate>>>>;
};

const storedSchema = z.object({
  enabled: z.record(z.string(), z.unknown()),
  templates: z.record(z.string(), z.record(z.string(), z.unknown())),
});
// An entry in an unknown format, for example after a downgrade, must not hide the others.
const storedTemplateSchema = z
  .object({ subject: z.string(), text: z.string() })
  .refine((template) => mailTemplateProblems(template).length === 0);

export async function readMailSettings(db: Db): Promise<MailSettings> {
  const row = await readAppSetting(db, key);
  const stored = storedSchema.safeParse(row?.value).data;
  const templateOf = (language: Language, event: CustomerEvent): MailTemplate =>
    storedTemplateSchema.safeParse(stored?.templates[language]?.[event]).data ?? defaultMailTemplates[language][event];
  return {
    version: row?.version ?? 0,
    enabled: byEvent((event) => stored?.enabled[event] !== false),
    templates: byLanguage((language) => byEvent((event) => templateOf(language, event))),
  };
}

export async function saveMailSettings(
  deps: AuditDeps & { database: Database },
  input: { caller: Caller; basedOn: number } & Omit<MailSettings, 'version'>,
): Promise<MailSettings> {
  const { caller, basedOn, enabled, templates } = input;
  return deps.database.transaction(async (tx) => {
    const before = await readMailSettings(tx);
    const after = { version: before.version + 1, enabled, templates };
    await saveAppSetting(deps, tx, {
      ...{ caller, key, version: after.version, basedOn, what: 'the e-mails' },
      value: differences(after, { enabled: byEvent(() => true), templates: defaultMailTemplates }),
      action: 'mails.changed',
      subject: `customer e-mails version ${after.version}`,
      before: differences(before, after),
      after: differences(after, before),
    });
    return after;
  });
}

type Texts = Pick<MailSettings, 'enabled' | 'templates'>;

/** What `settings` has differently from `other`. */
function differences(settings: Texts, other: Texts): Overrides {
  const ofLanguage = (language: Language) =>
    pick(settings.templates[language], (event) =>
      isDeepStrictEqual(settings.templates[language][event], other.templates[language][event]),
    );
  return {
    enabled: pick(settings.enabled, (event) => settings.enabled[event] === other.enabled[event]),
    templates: Object.fromEntries(
      languages
        .map((language) => [language, ofLanguage(language)] as const)
        .filter(([, texts]) => Object.keys(texts).length > 0),
    ),
  };
}

function pick<Value>(
  values: Record<CustomerEvent, Value>,
  isSame: (event: CustomerEvent) => boolean,
): Partial<Record<CustomerEvent, Value>> {
  return Object.fromEntries(customerEvents.filter((event) => !isSame(event)).map((event) => [event, values[event]]));
}

function byEvent<Value>(valueOf: (event: CustomerEvent) => Value): Record<CustomerEvent, Value> {
  return {
    started: valueOf('started'),
    action_needed: valueOf('action_needed'),
    sample_ready: valueOf('sample_ready'),
    request_received: valueOf('request_received'),
    accepted: valueOf('accepted'),
    rejected: valueOf('rejected'),
    full_started: valueOf('full_started'),
    completed: valueOf('completed'),
    undone: valueOf('undone'),
  };
}
