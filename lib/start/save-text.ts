import type { AuditDeps } from '../audit/append-audit';
import { saveAppSetting } from '../audit/save-app-setting';
import type { Caller } from '../contract/caller';
import type { Language } from '../contract/languages';
import type { TextsOfLanguage } from '../contract/texts';
import { LandfallError } from '../core/errors';
import { editableTexts, findTextProblems, maxCharactersOf } from '../messages/find-text-problems';
import { type StoredTexts, toStoredTexts } from '../messages/own-texts';
import { readMessage } from '../messages/read-message';
import type { Database, Db } from '../store/database/database';
import { deleteAppSettingsUpTo, readAppSetting, textsKey } from '../store/staff/app-settings';

/** Limit per language. Each version holds all texts, and every page reads them. */
const maxStoredCharacters = 200_000;
/** The audit log has all changes. */
const keptVersions = 20;

export async function readTexts(db: Db, language: Language): Promise<TextsOfLanguage> {
  const { version, texts } = await readStored(db, language);
  return { version, language, texts: listTexts(texts, language) };
}

/** Null restores the text we ship. */
export async function saveText(
  deps: AuditDeps & { database: Database },
  input: { caller: Caller; language: Language; key: string; text: string | null; basedOn: number },
): Promise<TextsOfLanguage> {
  const { caller, language, key, text, basedOn } = input;
  const shipped = editableTexts(language).get(key);
  // An own text that we do not ship any more can still be removed.
  const problems = text === null ? [] : findTextProblems(language, key, text);
  if (problems.length > 0)
    throw new LandfallError('invalid', {
      errors: problems.map((message) => ({ field: 'text', message })),
    });
  return deps.database.transaction(async (tx) => {
    const before = await readStored(tx, language);
    const version = before.version + 1;
    const { [key]: replaced, ...others } = before.texts;
    const own = text === null || shipped === undefined || text === shipped ? undefined : { text, shipped };
    const texts = own ? { ...others, [key]: own } : others;
    if (JSON.stringify(texts).length > maxStoredCharacters)
      throw new LandfallError('invalid', 'You have changed too many texts. Reset some of them to the default.');
    await deleteAppSettingsUpTo(tx, { key: textsKey(language), version: version - keptVersions });
    await saveAppSetting(deps, tx, {
      ...{ caller, key: textsKey(language), version, basedOn, what: 'the texts' },
      value: texts,
      action: 'texts.changed',
      subject: `text ${key} ${language}`,
      before: { key, language, text: replaced?.text ?? shipped ?? null },
      after: { key, language, text: own?.text ?? shipped ?? null },
    });
    return { version, language, texts: listTexts(texts, language) };
  });
}

async function readStored(db: Db, language: Language): Promise<{ version: number; texts: StoredTexts }> {
  const row = await readAppSetting(db, textsKey(language));
  return { version: row?.version ?? 0, texts: toStoredTexts(row?.value) };
}

function listTexts(own: StoredTexts, language: Language): TextsOfLanguage['texts'] {
  const shipped = editableTexts(language);
  return [
    ...[...shipped].map(([key, text]) => {
      const { placeholders, tags } = readMessage(text);
      return {
        key,
        shipped: text,
        own: own[key]?.text ?? null,
        shippedBefore: own[key] && own[key].shipped !== text ? own[key].shipped : null,
        unused: own[key] !== undefined && findTextProblems(language, key, own[key].text).length > 0,
        placeholders: [...placeholders.keys()],
        tags,
        maxCharacters: maxCharactersOf(text),
      };
    }),
    ...Object.entries(own)
      .filter(([key]) => !shipped.has(key))
      .map(([key, { text }]) => ({
        key,
        shipped: null,
        own: text,
        shippedBefore: null,
        unused: true,
        placeholders: [],
        tags: [],
        maxCharacters: text.length,
      })),
  ];
}
