import { callStatusTexts } from '../dialect/dialect';
import { cleanText, unwrapOne } from '../dialect/find-field';
import { parseLabel, type Subject, type ParseValue } from '../dialect/find-subject';

/** The limit of our API schema; a longer text is cut. */
const maxStatusLength = 500;

/** `"status": "success"` outside the import is about the call. */
export const parseStatusText: ParseValue<string> = (value, nameKind) => {
  const text = parseLabel(value);
  if (text === undefined) return undefined;
  if (nameKind === 'outside' && (callStatusTexts.has(text.toLowerCase()) || /^(\d+|fail(ed|ure)?|error)$/i.test(text)))
    return undefined;
  return text.length <= maxStatusLength ? text : `${text.slice(0, maxStatusLength - 1).toWellFormed()}…`;
};

/** Used only when there is no text. */
const parseStatusNumber: ParseValue<string> = (value, nameKind) => {
  const one = unwrapOne(value);
  return typeof one === 'number' && nameKind !== 'outside' ? cleanText(String(one)) : undefined;
};

export function readStatus(subject: Subject<'status'>): string | null {
  return subject.find('status', parseStatusText) ?? subject.find('status', parseStatusNumber) ?? null;
}
