import { knownStatuses, type KnownStatus, type Status, type StatusFamily } from '../contract/status';

const familyOf: Record<KnownStatus, StatusFamily> = {
  'Collecting credentials': 'waiting',
  'Waiting to start sample migration': 'waiting',
  'In preparation': 'waiting',
  'Sample migration in progress': 'working',
  'Migration in progress': 'working',
  'Sample migration completed': 'turn',
  'Migration completed': 'done',
  'Undo in progress': 'undone',
  'Migration cleaned': 'undone',
};

const maxTextLength = 500;
const maxKeyLength = 200;

/** Ignores case, spacing and the older wording "import". Texts that are only similar stay unknown. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
    .trim()
    .replace(/[.!]+$/u, '')
    .replace(/\bimport\b/gu, 'migration');
}

const knownByText = new Map<string, KnownStatus>(knownStatuses.map((text) => [normalise(text), text]));

/** Keeps the original text; `known` is the documented status it means. */
export function recogniseStatus(text: string): Status {
  const known = knownByText.get(normalise(text));
  const shown = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1).toWellFormed()}…` : text;
  return known === undefined ? { text: shown, family: 'waiting' } : { text: shown, family: familyOf[known], known };
}

/** The same few texts are compared over and over. */
const keys = new Map<string, string>();
const maxKeys = 500;

/** Groups counts, filters and durations: the documented text if recognised, else the trimmed text. */
export function statusKey(text: string): string {
  const known = keys.get(text);
  if (known !== undefined) return known;
  const key =
    knownByText.get(normalise(text)) ?? text.trim().replace(/\s+/gu, ' ').slice(0, maxKeyLength).toWellFormed();
  if (keys.size >= maxKeys) keys.clear();
  keys.set(text, key);
  return key;
}

/** Never stuck, and rarely polled. */
export const finishedStatuses: readonly string[] = [
  'Migration completed',
  'Migration cleaned',
] satisfies readonly KnownStatus[];

/** The documented order; unknown statuses come last. */
export function statusOrder(key: string): number {
  const order = knownStatuses.findIndex((text) => text === key);
  return order < 0 ? knownStatuses.length : order;
}
