import { callOutcomes } from './dialect';
import { cleanText, unwrapOne } from './find-field';
import { takeWord, type Subject, type Take } from './find-subject';

/** What the browser's schema holds; a longer text is no status but an accident, and is cut visibly. */
const longestStatus = 500;

/** A status is shown verbatim. `"status": "success"` around an import is about the call and no status of the import. */
export const takeStatusText: Take<string> = (value, standing) => {
  const text = takeWord(value);
  if (text === undefined) return undefined;
  if (standing === 'elsewhere' && (callOutcomes.has(text.toLowerCase()) || /^(\d+|fail(ed|ure)?|error)$/i.test(text)))
    return undefined;
  return text.length <= longestStatus ? text : `${text.slice(0, longestStatus - 1).toWellFormed()}…`;
};

/** Only where no text is found: a number is shown as it came. */
const takeStatusNumber: Take<string> = (value, standing) => {
  const one = unwrapOne(value);
  return typeof one === 'number' && standing !== 'elsewhere' ? cleanText(String(one)) : undefined;
};

export function readStatus(subject: Subject<'status'>): string | null {
  return subject.find('status', takeStatusText) ?? subject.find('status', takeStatusNumber) ?? null;
}
