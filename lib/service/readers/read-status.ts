import { callStatusTexts } from '../dialect/dialect';
import { cleanText, unwrapOne } from '../dialect/find-field';
import { parseLabel, type Subject, type ParseValue } from '../dialect/find-subject';

/** What the browser's schema holds; a longer text is no status but an accident, and is cut visibly. */
const maxStatusLength = 500;

/** A status is shown verbatim. `"status": "success"` around an import is about the call and no status of the import. */
export const parseStatusText: ParseValue<string> = (value, nameKind) => {
  const text = parseLabel(value);
  if (text === undefined) return undefined;
  if (
    nameKind === 'elsewhere' &&
    (callStatusTexts.has(text.toLowerCase()) || /^(\d+|fail(ed|ure)?|error)$/i.test(text))
  )
    return undefined;
  return text.length <= maxStatusLength ? text : `${text.slice(0, maxStatusLength - 1).toWellFormed()}…`;
};

/** Only where no text is found: a number is shown as it came. */
const parseStatusNumber: ParseValue<string> = (value, nameKind) => {
  const one = unwrapOne(value);
  return typeof one === 'number' && nameKind !== 'elsewhere' ? cleanText(String(one)) : undefined;
};

export function readStatus(subject: Subject<'status'>): string | null {
  return subject.find('status', parseStatusText) ?? subject.find('status', parseStatusNumber) ?? null;
}
